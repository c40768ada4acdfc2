import { expect, test } from 'vitest'
import { validateDuration } from './duration.rules.ts'

const mp3 = { codec: 'MPEG 1 Layer 3', sampleRate: 44_100 }
const wav = { codec: 'PCM', sampleRate: 44_100, channels: 2, bitsPerSample: 16, isLossless: true }
const flac = { ...wav, codec: 'FLAC' }
const opus = { codec: 'Opus', sampleRate: 48_000 }
const minute = 60

test('a length that fits the bytes is believed, to the millisecond', () => {
  expect(validateDuration({ ...mp3, seconds: 60.00049, sizeBytes: 128_000 * 7.5 })).toBe(60)
  expect(validateDuration({ ...wav, seconds: minute, sizeBytes: 176_400 * 60 + 44 })).toBe(60)
  expect(validateDuration({ ...flac, seconds: minute, sizeBytes: 600_000 })).toBe(60)
  expect(validateDuration({ ...opus, seconds: minute, sizeBytes: 30_000 })).toBe(60)
})

test('one that would take more bytes than there are, or far fewer, is unknown', () => {
  expect(validateDuration({ ...mp3, seconds: 320_140, sizeBytes: 3_000_000 })).toBeNull()
  expect(validateDuration({ ...wav, seconds: minute, sizeBytes: 176_400 * 30 })).toBeNull()
  expect(validateDuration({ ...flac, seconds: 320_140, sizeBytes: 30_000_000 })).toBeNull()
  expect(validateDuration({ ...opus, seconds: 320_140, sizeBytes: 3_000_000 })).toBeNull()
  expect(validateDuration({ ...opus, bitrate: 320_000, seconds: 6_000, sizeBytes: 3_000_000 })).toBeNull()
  expect(validateDuration({ ...mp3, seconds: 1, sizeBytes: 300_000_000 })).toBeNull()
})

test('one with more bytes than such a sound can take is unknown, unless its tags take them', () => {
  const short = { ...flac, channels: 1, seconds: 1, sizeBytes: 4_194_304 }
  expect(validateDuration(short)).toBeNull()
  expect(validateDuration({ ...short, tagBytes: 4_100_000 })).toBe(1)
  expect(
    validateDuration({ codec: 'AAC', sampleRate: 44_100, channels: 2, seconds: 0.48, sizeBytes: 1_048_576 }),
  ).toBeNull()
  expect(validateDuration({ ...wav, seconds: 1, sizeBytes: 4_194_304 })).toBeNull()
  expect(validateDuration({ ...mp3, seconds: 1, sizeBytes: 1_000_000 })).toBeNull()
})

test('one at a sample rate that no sound has is unknown; telephones and speech codecs keep theirs', () => {
  expect(validateDuration({ ...wav, sampleRate: 1, seconds: 320_000, sizeBytes: 1_280_044 })).toBeNull()
  expect(validateDuration({ ...flac, sampleRate: 1, seconds: 320_000, sizeBytes: 1_280_044 })).toBeNull()
  const phone = { codec: 'PCM', sampleRate: 8_000, channels: 1, bitsPerSample: 8, isLossless: true }
  expect(validateDuration({ ...phone, seconds: minute, sizeBytes: 480_044 })).toBe(60)
  expect(validateDuration({ ...opus, seconds: minute, sizeBytes: 6_000 * 7.5 })).toBe(60)
})

test('what is no length is unknown', () => {
  for (const seconds of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(validateDuration({ ...mp3, seconds, sizeBytes: 1_000_000 })).toBeNull()
})

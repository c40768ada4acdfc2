import { mediaForms } from '@koedana/contract/media.ts'
import { expect, test } from 'vitest'
import { formFor } from './forms.rules.ts'

const chromium = (type: string) =>
  ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/flac', 'audio/wav'].some((one) => type.startsWith(one)) &&
  !/alac|ac-3|speex/.test(type)
const safari = (type: string) => /mpeg|mp4|flac|wav|aiff/.test(type)

const track = (format: string, codec: string | null = null, bitrate = 1_411_000) => ({
  format,
  codec,
  bitrate,
  sizeBytes: 1_000,
  duration: 10,
})
const wanted = { canPlay: chromium, isSaving: false, forms: mediaForms, mustConvert: false }

test.each([
  ['mp3', 'MPEG 1 Layer 3'],
  ['m4a', 'AAC'],
  ['m4b', null],
  ['flac', 'FLAC'],
  ['ogg', 'Vorbis I'],
  ['opus', 'Opus'],
])('%s (%s) is played as it is', (format, codec) => {
  expect(formFor(track(format, codec), wanted)).toBe(undefined)
})

test.each([
  ['wma', 'Windows Media Audio 9'],
  ['aiff', 'PCM'],
  ['ape', "Monkey's Audio"],
  ['m4a', 'ALAC'],
  ['ogg', 'Speex 1.2'],
])('%s (%s) is played as it is converted', (format, codec) => {
  expect(formFor(track(format, codec), wanted)).toBe('opus-128')
})

test('a browser without Opus gets AAC, and what it plays itself as it is', () => {
  const there = { ...wanted, canPlay: safari }
  expect(formFor(track('wma'), there)).toBe('aac-192')
  expect(formFor(track('aiff'), there)).toBe(undefined)
  expect(formFor(track('m4a', 'ALAC'), there)).toBe(undefined)
})

test('where the server converts nothing, the file itself is tried', () => {
  expect(formFor(track('wma'), { ...wanted, forms: [] })).toBe(undefined)
})

test('what gave no sound is converted, whatever it is called', () => {
  expect(formFor(track('mp3'), { ...wanted, mustConvert: true })).toBe('opus-128')
})

test('who saves data gets less, where that is much less', () => {
  const saving = { ...wanted, isSaving: true }
  expect(formFor(track('flac'), saving)).toBe('opus-64')
  expect(formFor(track('mp3', null, 80_000), saving)).toBe(undefined)
  expect(formFor({ ...track('wav'), bitrate: null }, saving)).toBe(undefined)
  expect(formFor(track('flac'), { ...saving, forms: ['aac-192'] })).toBe(undefined)
})

import { expect, test } from 'vitest'
import { mediaForms } from '../../library/forms/form.rules.ts'
import { formFor } from './converted-form.rules.ts'

const flac = { format: 'flac', bitrate: 900_000 }
const mp3 = { format: 'mp3', bitrate: 320_000 }

test.each([
  [{}, flac, undefined],
  [{ format: 'raw', maxBitRate: '64' }, flac, undefined],
  [{ format: 'mp3' }, mp3, undefined],
  [{ format: 'mp3' }, flac, 'aac-192'],
  [{ maxBitRate: '320' }, mp3, undefined],
  [{ maxBitRate: '0' }, mp3, undefined],
  [{ maxBitRate: '192' }, mp3, 'aac-192'],
  [{ maxBitRate: '96', format: 'opus' }, mp3, 'opus-96'],
  [{ maxBitRate: '8', format: 'ogg' }, flac, 'opus-64'],
  [{ format: 'aac' }, { format: 'm4a', bitrate: 1 }, undefined],
  [{ maxBitRate: '-5', format: '__proto__' }, mp3, 'aac-192'],
] as const)('%o of %o', (query, sound, form) => {
  expect(formFor(query, sound, mediaForms)).toBe(form)
})

test('without a program nothing is converted', () => {
  expect(formFor({ format: 'opus' }, flac, [])).toBeUndefined()
})

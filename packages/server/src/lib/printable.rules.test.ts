import { expect, test } from 'vitest'
import { printableName, printablePath } from './printable.rules.ts'

/** All of Unicode's bidirectional marks, embeddings, overrides and isolates. */
const bidiControls = [
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
]

test('a path shows that something stood there, a title does not', () => {
  for (const mark of bidiControls.map((code) => String.fromCodePoint(code))) {
    expect(printablePath(`a${mark}3pm.wav`)).toBe('a\ufffd3pm.wav')
    expect(printableName(`${mark}rain${mark}fall${mark}`)).toBe('rainfall')
  }
  expect(printablePath('a\u001b[2J\nb')).toBe('a\ufffd[2J\ufffdb')
  expect(printableName('a\r\nb ')).toBe('a b')
})

test('text that is written from the right stays as it is', () => {
  for (const name of ['שיר של גשם', 'مطر', 'e\u0301 雨']) {
    expect(printableName(name)).toBe(name)
    expect(printablePath(name)).toBe(name)
  }
})

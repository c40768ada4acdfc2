import { KeyCode } from '@koedana/contract/auth.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { codeBytes, codeOf } from './key-code.rules.ts'

test('a code is in groups, and compares as it is written', () => {
  const code = codeOf(Uint8Array.from({ length: codeBytes }, (_, n) => n * 16))
  expect(code).toMatch(/^KOE(-[2-9A-HJ-NP-Z]{4}){4}$/)
  expect(v.parse(KeyCode, ` ${code.toLowerCase()} `)).toBe(code)
})

test('every byte chooses a character without favour: five bits each', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const character = codeOf(Uint8Array.of(byte)).slice(4)
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect([...counts.values()]).toEqual(new Array(32).fill(8))
})

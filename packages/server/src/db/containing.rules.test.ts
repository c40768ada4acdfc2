import { expect, test } from 'vitest'
import { containing } from './containing.rules.ts'

test('wildcards of LIKE, and what escapes them, are plain characters', () => {
  expect(containing('a_b%c\\d')).toBe('%a\\_b\\%c\\\\d%')
  expect(containing('春')).toBe('%春%')
})

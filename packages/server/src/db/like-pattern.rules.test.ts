import { expect, test } from 'vitest'
import { likePatternOf } from './like-pattern.rules.ts'

test('wildcards of LIKE, and what escapes them, are plain characters', () => {
  expect(likePatternOf('a_b%c\\d')).toBe('%a\\_b\\%c\\\\d%')
  expect(likePatternOf('春')).toBe('%春%')
})

import { expect, test } from 'vitest'
import { unfold } from './unfold.rules.ts'

test('a folded substring is found again in the writing of the title', () => {
  expect(unfold('長い ホシの夜', 'ほしの')).toBe('ホシの')
  expect(unfold('Quiet Rain', 'iet ra')).toBe('iet Ra')
  expect(unfold('龍の声', '龙の')).toBe('龍の')
})

test('what the title does not have is not found', () => {
  expect(unfold('雨の日', '星の')).toBeUndefined()
  expect(unfold('', '星')).toBeUndefined()
})

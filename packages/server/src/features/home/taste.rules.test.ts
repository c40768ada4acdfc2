import { expect, test } from 'vitest'
import { byTaste, tasteOf } from './taste.rules.ts'

const voice = { kind: 'artists', key: 1 } as const
const other = { kind: 'artists', key: 2 } as const
const genre = { kind: 'genres', key: 1 } as const

test('taste is the share of listening that went to an entity', () => {
  const taste = tasteOf([
    { seconds: 300, entities: [voice, genre] },
    { seconds: 100, entities: [voice] },
  ])
  expect([taste(voice), taste(genre), taste(other)]).toEqual([1, 0.75, 0])
  expect(tasteOf([])(voice)).toBe(0)
})

test('what is a little less alike comes first if its voice is heard every evening', () => {
  const works = [
    { key: 1, score: 10, entities: [other] },
    { key: 2, score: 8, entities: [voice] },
    { key: 3, score: 10, entities: [] },
  ]
  const taste = tasteOf([{ seconds: 60, entities: [voice] }])
  expect(byTaste(works, taste).map(({ key }) => key)).toEqual([2, 1, 3])
  expect(byTaste(works, () => 0).map(({ key }) => key)).toEqual([1, 3, 2])
})

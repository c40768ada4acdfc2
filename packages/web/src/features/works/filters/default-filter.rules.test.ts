import { expect, test } from 'vitest'
import { defaultFilterOf, isSameFilter } from './default-filter.rules.ts'

test('the order and what was typed are not kept', () => {
  const search = { genres: ['1'], q: 'rain', sort: 'random', seed: 3, period: 'weekly' } as const
  expect(defaultFilterOf({ ...search, genres: ['1'] })).toEqual({ genres: ['1'] })
})

test('a filter is the same in any order of its fields and lists', () => {
  expect(isSameFilter({ genres: ['1', '2'], minRating: 4 }, { minRating: 4, genres: ['2', '1'] })).toBe(true)
  expect(isSameFilter({ genres: [] }, {})).toBe(true)
  expect(isSameFilter({ genres: ['1'] }, {})).toBe(false)
})

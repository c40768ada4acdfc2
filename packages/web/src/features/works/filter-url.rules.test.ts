import { workSorts } from '@koedana/contract/filters.ts'
import { writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { ageCategories, languages } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFilterUrl, type WorksSearch } from './filter-url.rules.ts'

const id = fc.stringMatching(/^[\w-]{1,12}$/)
const ids = fc.array(id, { minLength: 1, maxLength: 4 })
const count = fc.integer({ min: 0, max: 100_000 })
const search: fc.Arbitrary<WorksSearch> = fc.record(
  {
    genres: ids,
    excludedArtists: ids,
    genresMatch: fc.constantFrom('any', 'all'),
    ageCategories: fc.subarray([...ageCategories], { minLength: 1 }),
    languages: fc.subarray([...languages], { minLength: 1 }),
    minPrice: count,
    maxDuration: count,
    minRating: fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100),
    inLibrary: fc.boolean(),
    releaseDateStart: fc.constantFrom('2024-02-29', '1999-12-31'),
    sort: fc.constantFrom(...workSorts),
    seed: count,
  },
  { requiredKeys: [] },
)

/** Returns the search as the router provides it: single values as text, repeated keys as lists. */
function rawOf(written: URLSearchParams): Record<string, unknown> {
  const values = [...new Set(written.keys())].map((key) => [key, written.getAll(key)] as const)
  return Object.fromEntries(values.map(([key, all]) => [key, all.length === 1 ? all[0] : all]))
}

test('a filter comes back from the address as it went in', () => {
  fc.assert(
    fc.property(search, (given) => {
      expect(readFilterUrl(rawOf(writeQuery(given)))).toEqual(given)
    }),
  )
})

test('any address is read without an error, and reading it twice changes nothing', () => {
  const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined))
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom('genres', 'minPrice', 'sort', 'inLibrary', 'ageCategories'),
  )
  fc.assert(
    fc.property(fc.dictionary(key, value), (raw) => {
      const once = readFilterUrl(raw)
      expect(readFilterUrl(rawOf(writeQuery(once)))).toEqual(readFilterUrl(rawOf(writeQuery(once))))
    }),
  )
})

test('what means nothing is dropped, the rest of a list stays', () => {
  expect(
    readFilterUrl({ minPrice: 'cheap', sort: 'sideways', ageCategories: ['all', 'zzz'], other: '1' }),
  ).toEqual({
    ageCategories: ['all'],
  })
})

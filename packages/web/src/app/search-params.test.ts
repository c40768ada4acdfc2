import { workSorts } from '@koedana/contract/filters.ts'
import { ageCategories, languages, matches } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFilterUrl, type WorksSearch } from '../features/works/filter-url.rules.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

const through = (search: Readonly<Record<string, unknown>>) =>
  readFilterUrl(parseSearch(stringifySearch(search)))

const count = fc.integer({ min: 0, max: 2_147_483_647 })
const ids = fc.array(fc.stringMatching(/^[\p{L}\p{N} &=+%#?-]{1,64}$/u), { minLength: 1, maxLength: 5 })
const search: fc.Arbitrary<WorksSearch> = fc.record(
  {
    ageCategories: fc.subarray([...ageCategories], { minLength: 1 }),
    minPrice: count,
    minRating: fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100),
    releaseYear: fc.integer({ min: 1000, max: 9999 }),
    releaseDateStart: fc.constantFrom('2024-02-29', '1999-12-31'),
    genres: ids,
    excludedArtists: ids,
    genresMatch: fc.constantFrom(...matches),
    languages: fc.subarray([...languages], { minLength: 1 }),
    inLibrary: fc.boolean(),
    sort: fc.constantFrom(...workSorts),
    seed: count,
  },
  { requiredKeys: [] },
)

test('a filter comes back from the address as it went in', () => {
  fc.assert(fc.property(search, (filter) => void expect(through(filter)).toEqual(filter)))
})

test('reading what was read changes nothing', () => {
  fc.assert(fc.property(search, (filter) => void expect(readFilterUrl(through(filter))).toEqual(filter)))
})

test('any address is read without an error, and reads the same again', () => {
  const words = fc.oneof(fc.string(), fc.constantFrom('-1', '1e9', 'true', 'random', '2024-02-30'))
  const keys = fc.constantFrom(
    'genres',
    'minPrice',
    'sort',
    'seed',
    'releaseDateEnd',
    'inLibrary',
    'nonsense',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, words)), (pairs) => {
      const read = readFilterUrl(parseSearch(new URLSearchParams(pairs).toString()))
      expect(through(read)).toEqual(read)
    }),
  )
})

test('a bad value takes nothing with it but itself', () => {
  fc.assert(
    fc.property(search, (filter) => {
      expect(through({ ...filter, minSales: 'many', maxDuration: -1 })).toEqual(filter)
    }),
  )
})

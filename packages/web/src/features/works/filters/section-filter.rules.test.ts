import { expect, test } from 'vitest'
import type { WorksSearch } from '../filter-url.rules.ts'
import { filterForSection } from './section-filter.rules.ts'

const later: WorksSearch = { genres: ['g1'], inLibrary: true, minRating: 4 }

test('a section whose fields were not changed keeps the object it was drawn for', () => {
  const search: WorksSearch = { ...later, genres: ['g1', 'g2'] }
  expect(filterForSection(search, later, ['inLibrary', 'hasLyrics'])).toBe(later)
})

test('a list that says the same in another object is no change', () => {
  const search: WorksSearch = { ...later, genres: ['g1'], hasLyrics: true }
  expect(filterForSection(search, later, ['genres', 'excludedGenres'])).toBe(later)
})

test('the section that was pressed has its own fields at once, and the others as they were drawn', () => {
  const search: WorksSearch = { genres: ['g1', 'g2'], minRating: 4 }
  expect(filterForSection(search, later, ['genres', 'excludedGenres'])).toEqual({
    genres: ['g1', 'g2'],
    inLibrary: true,
    minRating: 4,
  })
})

test('a field that was taken off is taken off', () => {
  const { inLibrary } = filterForSection({ genres: ['g1'], minRating: 4 }, later, ['inLibrary'])
  expect(inLibrary).toBeUndefined()
})

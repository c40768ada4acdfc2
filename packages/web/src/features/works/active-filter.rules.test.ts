import { expect, test } from 'vitest'
import { activeFilterOf, hasFilterOrSearch } from './active-filter.rules.ts'

test('words and an order are no filter', () => {
  expect(activeFilterOf({ q: 'rain', sort: 'random', seed: 7, period: 'daily' })).toBeUndefined()
  expect(activeFilterOf({ q: 'rain', makers: undefined })).toBeUndefined()
})

test('a list of everything in some order cannot be widened', () => {
  expect(hasFilterOrSearch({ sort: 'popular', period: 'daily', editions: 'all' })).toBe(false)
  expect(hasFilterOrSearch({ q: '' })).toBe(false)
  expect(hasFilterOrSearch({ q: 'rain' })).toBe(true)
  expect(hasFilterOrSearch({ inLibrary: false })).toBe(true)
})

test('a filter stays without them', () => {
  expect(activeFilterOf({ q: 'rain', sort: 'random', seed: 7, inLibrary: false })).toEqual({
    inLibrary: false,
  })
})

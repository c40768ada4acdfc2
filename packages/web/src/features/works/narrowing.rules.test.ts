import { expect, test } from 'vitest'
import { isNarrowed, narrowingOf } from './narrowing.rules.ts'

test('words and an order are no filter', () => {
  expect(narrowingOf({ q: 'rain', sort: 'random', seed: 7, period: 'daily' })).toBeUndefined()
  expect(narrowingOf({ q: 'rain', makers: undefined })).toBeUndefined()
})

test('a list of everything in some order cannot be widened', () => {
  expect(isNarrowed({ sort: 'popular', period: 'daily', editions: 'all' })).toBe(false)
  expect(isNarrowed({ q: '' })).toBe(false)
  expect(isNarrowed({ q: 'rain' })).toBe(true)
  expect(isNarrowed({ inLibrary: false })).toBe(true)
})

test('a filter stays without them', () => {
  expect(narrowingOf({ q: 'rain', sort: 'random', seed: 7, inLibrary: false })).toEqual({ inLibrary: false })
})

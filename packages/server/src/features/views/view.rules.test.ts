import { expect, test } from 'vitest'
import { newSince, readSearch, reordered, restorableSince, writeSearch } from './view.rules.ts'

test('a search is read as it was written', () => {
  const search = {
    ...{ q: '雨 & "night"', genres: ['56', '7'], excludedArtists: ['a1'], inLibrary: true, minRating: 4.5 },
    ...{ progress: ['want' as const], sort: 'random' as const, period: 'monthly' as const },
  }
  expect(readSearch(writeSearch(search))).toEqual(search)
  expect(readSearch(writeSearch({}))).toEqual({})
})

test.each([
  ['sort=byMood&genres=56', { genres: ['56'] }],
  ['minPrice=cheap&maxPrice=500', { maxPrice: 500 }],
  ['unheardOf=1', {}],
  ['q=%00', {}],
  ['&&==&%', {}],
  [
    `genres=${Array.from({ length: 1_001 }, (_, at) => at).join('&genres=')}&inLibrary=true`,
    { inLibrary: true },
  ],
])('of %s what means something stays', (text, search) => {
  expect(readSearch(text)).toEqual(search)
})

test('what is new in the library arrived there, anything else became known', () => {
  expect(newSince({ inLibrary: true }, 5)).toEqual({ column: 'addedAt', after: 5 })
  expect(newSince({ inLibrary: false }, 5)).toEqual({ column: 'createdAt', after: 5 })
  expect(newSince({}, 5)).toEqual({ column: 'createdAt', after: 5 })
})

test.each([
  [
    ['c', 'a'],
    ['c', 'a', 'b'],
  ],
  [
    ['b', 'b', 'x'],
    ['b', 'a', 'c'],
  ],
  [[], ['a', 'b', 'c']],
])('for %j it is in the order %j', (wanted, order) => {
  expect(reordered(['a', 'b', 'c'], wanted)).toEqual(order)
})

test('what was deleted can be restored for a day', () => {
  expect(restorableSince(86_400_001)).toBe(1)
})

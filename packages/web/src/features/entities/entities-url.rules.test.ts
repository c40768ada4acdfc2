import { expect, test } from 'vitest'
import { readEntitiesUrl, workFilterOf } from './entities-url.rules.ts'

test('an order of works is no order of entities', () => {
  expect(readEntitiesUrl({ sort: 'averageSalesDesc' }).sort).toBe('averageSalesDesc')
  expect(readEntitiesUrl({ sort: 'priceAsc' }).sort).toBeUndefined()
})

test('the filter of the works comes along', () => {
  expect(readEntitiesUrl({ genres: '12', minRating: '4', q: 'moon' })).toEqual({
    genres: ['12'],
    minRating: 4,
    q: 'moon',
  })
})

test('a name and an order narrow no works', () => {
  expect(workFilterOf({ q: 'moon', sort: 'nameAsc' })).toBeUndefined()
  expect(workFilterOf({ q: 'moon', genres: undefined })).toBeUndefined()
  expect(workFilterOf({ q: 'moon', genres: ['12'] })).toEqual({ genres: ['12'] })
})

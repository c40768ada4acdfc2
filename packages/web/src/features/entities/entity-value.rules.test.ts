import { entitySorts } from '@koedana/contract/entities.ts'
import { expect, test } from 'vitest'
import { isRanking, valueFormOf } from './entity-value.rules.ts'

test('ratings keep their decimals, sums and averages of counts are whole', () => {
  expect(entitySorts.filter((sort) => valueFormOf(sort) === 'rating')).toEqual([
    'averageRatingDesc',
    'totalRatingDesc',
  ])
  expect(valueFormOf('totalRatingCountDesc')).toBe('count')
  expect(valueFormOf('averageSalesDesc')).toBe('count')
})

test('the number of works stands there anyway, and dates and names have no number', () => {
  expect(valueFormOf()).toBeUndefined()
  expect(valueFormOf('recentlyAdded')).toBeUndefined()
  expect(valueFormOf('nameAsc')).toBeUndefined()
})

test('only an alphabet is no ranking', () => {
  expect(entitySorts.filter((sort) => !isRanking(sort))).toEqual(['nameAsc'])
  expect(isRanking()).toBe(true)
})

import { entitySorts } from '@koedana/contract/entities.ts'
import { expect, test } from 'vitest'
import { entityLayoutOf, isRanking, valueFormOf } from './entity-value.rules.ts'

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

test('wide windows get more tiles, the narrowest phone still two', () => {
  const columns = [328, 358, 515, 1120, 2260].map((width) => entityLayoutOf(width, false).columns)
  expect(columns).toEqual([2, 2, 3, 5, 10])
  for (const width of [328, 1120]) {
    const { columns: count, gap, rowHeight } = entityLayoutOf(width, false)
    const picture = ((width - gap * (count - 1)) / count) * 0.75
    expect(rowHeight - picture).toBeGreaterThan(70)
  }
})

test('lines stand in one to three columns of one height', () => {
  const shapes = [328, 800, 1120, 2260].map((width) => entityLayoutOf(width, true))
  expect(shapes.map(({ columns }) => columns)).toEqual([1, 2, 2, 3])
  expect(new Set(shapes.map(({ rowHeight }) => rowHeight))).toEqual(new Set([60]))
})

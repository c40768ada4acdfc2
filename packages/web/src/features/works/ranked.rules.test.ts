import { expect, test } from 'vitest'
import { rankedOf } from './ranked.rules.ts'

test('what is not known to have sold has no rank', () => {
  const response = {
    items: ['a', 'b', 'c', 'd'],
    popularPeriod: 'daily',
    popularSold: [9, 2, 0, null],
  } as const
  expect(rankedOf(response)).toEqual({ works: ['a', 'b'], sold: [9, 2], period: 'daily' })
})

test('without any numbers nothing has a rank', () => {
  const response = { items: ['a', 'b'], popularPeriod: null, popularSold: [null, null] }
  expect(rankedOf(response)).toEqual({ works: [], sold: [], period: null })
})

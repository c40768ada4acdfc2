import { expect, test } from 'vitest'
import { rankedOf } from './ranked.rules.ts'

test('what is not known to have sold has no rank', () => {
  const answer = {
    items: ['a', 'b', 'c', 'd'],
    popularPeriod: 'daily',
    popularSold: [9, 2, 0, null],
  } as const
  expect(rankedOf(answer)).toEqual({ works: ['a', 'b'], sold: [9, 2], period: 'daily' })
})

test('without any numbers nothing has a rank', () => {
  const answer = { items: ['a', 'b'], popularPeriod: null, popularSold: [null, null] }
  expect(rankedOf(answer)).toEqual({ works: [], sold: [], period: null })
})

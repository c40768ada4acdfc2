import { expect, test } from 'vitest'
import { plotOf } from './plot.rules.ts'

const unknown = { wishlistCount: null, rating: null, ratingCount: null, reviewCount: null }
const box = { left: 0, right: 100, top: 0, bottom: 50 }

test('days stand as far apart as they are', () => {
  const dates = ['2024-01-01', '2024-01-02', '2024-01-05']
  const points = dates.map((date) => ({ date, price: 1_000, sales: 10, ...unknown }))
  expect(plotOf(points, box).places).toEqual([0, 25, 100])
})

test('the lowest is at the bottom and the highest at the top', () => {
  const points = [
    { date: '2024-01-01', price: 1_000, sales: 10, ...unknown },
    { date: '2024-01-11', price: 500, sales: 20, ...unknown },
  ]
  const { salesDots, priceDots } = plotOf(points, box)
  expect(salesDots.map(({ x }) => x)).toEqual([0, 100])
  expect((salesDots[0]?.y ?? 0) > (salesDots[1]?.y ?? 0)).toBe(true)
  expect((priceDots[0]?.y ?? 0) < (priceDots[1]?.y ?? 0)).toBe(true)
})

test('what is not known leaves no dot', () => {
  const points = [
    { date: '2024-01-01', price: null, sales: 10, ...unknown },
    { date: '2024-01-11', price: 500, sales: null, ...unknown },
  ]
  const { salesDots, priceDots } = plotOf(points, box)
  expect([salesDots.length, priceDots.length]).toEqual([1, 1])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dayOf,
  linePath,
  nearest,
  plotOf,
  pointAfterKey,
  positionBetween,
  scaleOf,
  stepPath,
} from './scale.rules.ts'

test('a scale is round and holds every value', () => {
  expect(scaleOf([1_203, 4_870])).toEqual({
    min: 1_000,
    max: 5_000,
    ticks: [1_000, 2_000, 3_000, 4_000, 5_000],
  })
  const values = fc.array(fc.nat(2_147_483_647), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(values, (some) => {
      const { min, max, ticks } = scaleOf(some)
      expect(min).toBeLessThanOrEqual(Math.min(...some))
      expect(max).toBeGreaterThanOrEqual(Math.max(...some))
      expect([ticks[0], ticks.at(-1)]).toEqual([min, max])
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(7)
    }),
  )
})

test('one value alone still has room above it', () => {
  expect(scaleOf([0])).toEqual({ min: 0, max: 1, ticks: [0, 1] })
  expect(scaleOf([770])).toEqual({ min: 770, max: 771, ticks: [770, 771] })
})

test('nothing known makes an empty scale', () =>
  expect(scaleOf([])).toEqual({ min: 0, max: 1, ticks: [0, 1] }))

test('a day is a day, whatever the hour', () => {
  expect(dayOf('2024-03-01') - dayOf('2024-02-28')).toBe(2)
  expect(dayOf('2024-03-01T23:59:00Z')).toBe(dayOf('2024-03-01'))
})

test('a value has its position between two edges, in the middle where there is only one', () => {
  expect(positionBetween(5, { min: 0, max: 10 }, [100, 0])).toBe(50)
  expect(positionBetween(7, { min: 7, max: 7 }, [0, 300])).toBe(150)
})

test('sales go straight from day to day, a price holds until it changes', () => {
  const dots = [
    { x: 0, y: 10 },
    { x: 20, y: 5 },
  ]
  expect(linePath(dots)).toBe('M0 10L20 5')
  expect(stepPath(dots)).toBe('M0 10H20V5')
  expect([linePath([]), stepPath([])]).toEqual(['', ''])
})

test('the nearest point is found', () => {
  expect([nearest([0, 10, 30], 18), nearest([0, 10, 30], 500), nearest([], 4)]).toEqual([1, 2, 0])
})

test('keys lead from point to point and stop at both ends', () => {
  expect(pointAfterKey('ArrowRight', 1, 3)).toBe(2)
  expect(pointAfterKey('ArrowRight', 3, 3)).toBe(3)
  expect(pointAfterKey('ArrowLeft', 0, 3)).toBe(0)
  expect([pointAfterKey('Home', 2, 3), pointAfterKey('End', 2, 3)]).toEqual([0, 3])
  expect(pointAfterKey('a', 1, 3)).toBeUndefined()
})

const unknown = { wishlistCount: null, rating: null, ratingCount: null, reviewCount: null }
const box = { left: 0, right: 100, top: 0, bottom: 50 }

test('days stand as far apart as they are', () => {
  const dates = ['2024-01-01', '2024-01-02', '2024-01-05']
  const points = dates.map((date) => ({ date, price: 1_000, sales: 10, ...unknown }))
  expect(plotOf(points, box).positions).toEqual([0, 25, 100])
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

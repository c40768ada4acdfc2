import { describe, expect, test } from 'vitest'
import { isDue, type RefreshCandidate, topSalesOf } from './due.rules.ts'

const now = '2026-10-01T12:00:00.000Z'
const hoursAgo = (hours: number) => new Date(Date.parse(now) - hours * 3_600_000).toISOString()
const old: RefreshCandidate = {
  released_on: '2020-01-01',
  availability: 'on_sale',
  price: 1_100,
  list_price: 1_100,
  sales: 30,
  numbers_at: hoursAgo(48),
  retry_at: null,
}
const due = (work: Partial<RefreshCandidate>) => isDue({ ...old, ...work }, { now, topSales: 5_000 })

describe('the numbers of a work are due', () => {
  test('at once where they were never read', () => {
    expect(due({ numbers_at: null })).toBe(true)
  })

  test('weekly where it is old', () => {
    expect(due({})).toBe(false)
    expect(due({ numbers_at: hoursAgo(7 * 24) })).toBe(true)
  })

  test.each([
    ['young', { released_on: '2026-07-10' }],
    ['announced', { availability: 'announced', released_on: '2027-01-01' }],
    ['reduced', { price: 550 }],
    ['well sold', { sales: 5_000 }],
  ] satisfies [string, Partial<RefreshCandidate>][])('daily where it is %s', (_, work) => {
    expect(due(work)).toBe(true)
    expect(due({ ...work, numbers_at: hoursAgo(23) })).toBe(true)
    expect(due({ ...work, numbers_at: hoursAgo(12) })).toBe(false)
  })

  test('weekly where it is gone, however young', () => {
    expect(due({ availability: 'unavailable', released_on: '2026-09-01' })).toBe(false)
  })

  test('never before its time where it was said not to be there', () => {
    expect(due({ numbers_at: null, retry_at: '2026-10-02T00:00:00.000Z' })).toBe(false)
    expect(due({ numbers_at: null, retry_at: now })).toBe(true)
  })
})

test('the best sold are two in a hundred of those that sold', () => {
  const sales = Array.from({ length: 200 }, (_, i) => i)
  expect(sales.filter((count) => count >= topSalesOf(sales))).toHaveLength(4)
  expect(topSalesOf([0, 0])).toBe(Number.POSITIVE_INFINITY)
})

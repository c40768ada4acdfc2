import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type GrowthPeriod,
  growthOf,
  interpolateSales,
  isThinned,
  needsRow,
  periodDays,
  type SalesAt,
} from './stats.rules.ts'

const none = {
  price: null,
  sales: null,
  wishlist_count: null,
  rating: null,
  rating_count: null,
  review_count: null,
}

test('a row is due where any number differs, and for a new work where any is known', () => {
  expect(needsRow(none, undefined)).toBe(false)
  expect(needsRow({ ...none, price: 0 }, undefined)).toBe(true)
  expect(needsRow({ ...none, rating: 480 }, { ...none, rating: 480 })).toBe(false)
  expect(needsRow({ ...none, review_count: 2 }, { ...none, review_count: 1 })).toBe(true)
})

const today = 20_000
/** Rows of one work by day, oldest first. */
const history = fc
  .uniqueArray(fc.record({ day: fc.integer({ min: today - 900, max: today }), sales: fc.nat(100_000) }), {
    selector: ({ day }) => day,
    minLength: 1,
    maxLength: 60,
  })
  .map((rows) => rows.toSorted((a, b) => a.day - b.day))

test('growth is what walking day by day along the line between rows finds', () => {
  fc.assert(
    fc.property(history, (rows) => {
      const growth = growthOf(today, rows.at(-1)?.sales ?? 0, (period) => around(rows, period))
      const days = everyDay(rows)
      for (const period of ['daily', 'weekly', 'monthly', 'yearly'] as const) {
        const start = days.get(today - periodDays[period])
        const reported = growth[period]
        if (start === undefined) expect(reported).toBeUndefined()
        else
          expect(Math.abs((reported ?? Number.NaN) - ((days.get(today) ?? 0) - start))).toBeLessThanOrEqual(
            0.501,
          )
      }
    }),
  )
})

test('before the first row nothing is known, after the last nothing changed', () => {
  const row = { day: 10, sales: 5 }
  expect(interpolateSales(9, { before: undefined, after: row })).toBeUndefined()
  expect(interpolateSales(10, { before: row, after: undefined })).toBe(5)
  expect(interpolateSales(99, { before: row, after: undefined })).toBe(5)
  expect(interpolateSales(15, { before: row, after: { day: 20, sales: 10 } })).toBe(8)
})

const days = fc
  .uniqueArray(fc.integer({ min: today - 1_500, max: today }), { maxLength: 400 })
  .map((list) => list.toSorted((a, b) => a - b))

const thin = (rows: readonly number[], on: number) =>
  rows.filter((day, at) => {
    const next = rows[at + 1]
    return next === undefined || !isThinned(day, next, on)
  })

test('the last 90 days and the newest row stay whole', () => {
  fc.assert(
    fc.property(days, (rows) => {
      const kept = thin(rows, today)
      expect(kept.filter((day) => day >= today - 90)).toEqual(rows.filter((day) => day >= today - 90))
      expect(kept.at(-1)).toBe(rows.at(-1))
    }),
  )
})

test('of an old week the last row stays, of an older month too', () => {
  const all = Array.from({ length: 1_501 }, (_, at) => today - 1_500 + at)
  const kept = thin(all, today)
  const gaps = kept.slice(1).map((day, at) => ({ before: kept[at] ?? 0, gap: day - (kept[at] ?? 0) }))
  for (const { before, gap } of gaps) {
    if (before < today - 730 - 28) expect(gap).toBe(28)
    if (before >= today - 730 && before < today - 97 - 7) expect(gap).toBe(7)
    if (before >= today - 90) expect(gap).toBe(1)
  }
  expect(new Set(gaps.map(({ gap }) => gap))).toEqual(new Set([28, 7, 1]))
  // Sundays
  expect(
    kept.filter((day) => day < today - 97).every((day) => new Date(day * 86_400_000).getUTCDay() === 0),
  ).toBe(true)
})

test('thinning every now and then keeps what thinning once keeps', () => {
  fc.assert(
    fc.property(days, fc.array(fc.nat(2_000)), (rows, steps) => {
      const on = [...steps.toSorted((a, b) => a - b), 2_000].map((step) => today + step)
      const often = on.reduce(thin, rows)
      expect(often).toEqual(thin(rows, today + 2_000))
    }),
  )
})

function around(rows: readonly SalesAt[], period: GrowthPeriod) {
  const day = today - periodDays[period]
  return { before: rows.findLast((row) => row.day <= day), after: rows.find((row) => row.day > day) }
}

/** Returns the unrounded sales at the end of each day, from the first row to today. */
function everyDay(rows: readonly SalesAt[]): Map<number, number> {
  const sales = new Map<number, number>()
  rows.forEach((row, at) => {
    const next = rows[at + 1]
    const until = next?.day ?? today + 1
    const step = next ? (next.sales - row.sales) / (next.day - row.day) : 0
    for (let day = row.day; day < until; day++) sales.set(day, row.sales + step * (day - row.day))
  })
  return sales
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LocalHour, localHour, yearOf } from './statistics.rules.ts'

/** Converts an hour since the Unix epoch to UTC fields. */
const utc = (hour: number): LocalHour => {
  const at = new Date(hour * 3_600_000)
  const [day, month, weekday] = [Math.floor(hour / 24), at.getUTCMonth(), at.getUTCDay()]
  return { day, month, weekday, hourOfDay: hour % 24 }
}

const hourOf = (text: string) => Date.parse(text) / 3_600_000

test('days in a row are counted over the ends of months, once each', () => {
  const hours = [
    '2026-01-30T22:00Z',
    '2026-01-30T23:00Z',
    '2026-01-31T01:00Z',
    '2026-02-01T23:00Z',
    '2026-02-03T04:00Z',
  ]
  const year = yearOf(
    hours.map((text) => ({ hour: hourOf(text), seconds: 60 })),
    utc,
  )
  expect(year).toMatchObject({ total: 300, days: 4, streak: 3 })
  expect(year.months.slice(0, 3)).toEqual([180, 120, 0])
  expect(year.hoursOfDay[23]).toBe(120)
  expect(year.weekdays[5]).toBe(120)
})

test('nothing heard is a year of nothing', () => {
  expect(yearOf([], utc)).toMatchObject({ total: 0, days: 0, streak: 0 })
})

test('every second stands once in each of the sums, whatever the time zone', () => {
  const hours = fc.array(
    fc.record({ hour: fc.integer({ min: 400_000, max: 600_000 }), seconds: fc.nat(3_600) }),
  )
  fc.assert(
    fc.property(hours, (heard) => {
      const { total, months, weekdays, hoursOfDay, days, streak } = yearOf(heard, localHour)
      for (const sums of [months, weekdays, hoursOfDay])
        expect(sums.reduce((sum, one) => sum + one, 0)).toBe(total)
      expect(streak).toBeLessThanOrEqual(days)
    }),
  )
})

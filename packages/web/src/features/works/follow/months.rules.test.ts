import { expect, test } from 'vitest'
import { addMonths, daysOf, formatMonth, monthOf, parseMonth, todayOf } from './months.rules.ts'

test('a month has its first and last day, in leap years too', () => {
  expect(daysOf({ year: 2028, month: 1 })).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf({ year: 2026, month: 11 })).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('after December comes January of the next year, and before it November', () => {
  expect(addMonths({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 })
  expect(addMonths({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 })
})

test('an address names a month', () => {
  expect(formatMonth({ year: 2026, month: 0 })).toBe('2026-01')
  expect(parseMonth('2027-12')).toEqual({ year: 2027, month: 11 })
})

test('today is a day of the time of whoever looks', () => {
  const late = new Date(2026, 10, 24, 23, 59)
  expect(monthOf(late)).toEqual({ year: 2026, month: 10 })
  expect(todayOf(late)).toBe('2026-11-24')
  expect(todayOf(new Date(2026, 0, 1, 0, 1))).toBe('2026-01-01')
})

import { expect, test } from 'vitest'
import { dayInJapan, daysToRead } from './release-days.rules.ts'

test('a day in Japan begins nine hours early', () => {
  expect(dayInJapan(new Date('2026-08-21T14:59:59.000Z'))).toBe('2026-08-21')
  expect(dayInJapan(new Date('2026-08-21T15:00:00.000Z'))).toBe('2026-08-22')
})

test('the first look goes back a week', () => {
  const days = daysToRead(undefined, '2026-03-03')
  expect(days).toHaveLength(7)
  expect([days[0], days[6]]).toEqual(['2026-02-25', '2026-03-03'])
})

test('later looks begin with the day of the last one', () => {
  expect(daysToRead('2026-02-28', '2026-03-02')).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'])
  expect(daysToRead('2026-03-02', '2026-03-02')).toEqual(['2026-03-02'])
})

test('none goes back further than two months, and a clock that was put back looks at today', () => {
  expect(daysToRead('2025-01-01', '2026-03-02')).toHaveLength(60)
  expect(daysToRead('2026-03-09', '2026-03-02')).toEqual(['2026-03-02'])
})

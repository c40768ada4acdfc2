import { expect, test } from 'vitest'
import {
  cronFaultOf,
  isDue,
  isTimeZone,
  nextTimes,
  orderOf,
  type ScheduleRow,
  scheduleOf,
} from './schedule.rules.ts'

const newYear = new Date('2026-01-01T00:00:00Z')

test.each(['0 0 30 2 *', '0 0 31 4,6,9,11 *'])('%j never fires', (cron) => {
  expect(cronFaultOf(cron, newYear)).toBe('cronNeverFires')
})

test.each([
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '0 24 * * *',
  '0 0 0 * *',
  '*/0 * * * *',
  '30-10 * * * *',
  'a b c d e',
  '@daily',
  '0 0 L * *',
  '0 0 * * 1#2',
  'SUNDAY 0 * * *',
  '0 0 * * ;',
])('%j is no cron expression', (cron) => {
  expect(cronFaultOf(cron, newYear)).toBe('cronMalformed')
})

test.each([
  '* * * * *',
  '0 4 * * *',
  '*/15 9-17 * * MON-FRI',
  '0 0 29 2 *',
  '5,35 3 1 jan,jul *',
  '0 0 * * 7',
])('%j fires', (cron) => {
  expect(cronFaultOf(cron, newYear)).toBeUndefined()
})

test('a time is that of the clock in its zone, in summer and in winter', () => {
  const at = (timeZone: string, after: string, count = 1) =>
    nextTimes({ cron: '30 2 * * *', timeZone }, new Date(after), count).map((time) => time.toISOString())
  expect(at('Asia/Tokyo', '2026-01-01T00:00:00Z')).toEqual(['2026-01-01T17:30:00.000Z'])
  expect(at('Europe/Berlin', '2026-01-10T00:00:00Z')).toEqual(['2026-01-10T01:30:00.000Z'])
  expect(at('Europe/Berlin', '2026-07-10T00:00:00Z')).toEqual(['2026-07-10T00:30:00.000Z'])
})

test('on the night when a clock goes back it fires once', () => {
  const times = nextTimes({ cron: '30 2 * * *', timeZone: 'Europe/Berlin' }, new Date('2026-10-24T12:00Z'), 2)
  expect(times.map((time) => time.toISOString().slice(0, 10))).toEqual(['2026-10-25', '2026-10-26'])
})

test('a zone is a name, not an offset', () => {
  expect(['Asia/Tokyo', 'UTC', 'Europe/Berlin'].map(isTimeZone)).toEqual([true, true, true])
  expect(['', '+09:00', 'Mars/Olympus', 'Asia/'].map(isTimeZone)).toEqual([false, false, false, false])
})

const row: ScheduleRow = {
  key: 1,
  id: 'one',
  task_order: '{"kind":"clean_works"}',
  cron: '0 4 * * *',
  time_zone: 'Asia/Tokyo',
  enabled: 1,
  due_after: '2026-01-01T00:00:00.000Z',
  last_started_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

test('a schedule is shown with what it orders, its sentence and its next time', () => {
  expect(scheduleOf(row, 'en-US', newYear)).toEqual({
    id: 'one',
    order: { kind: 'clean_works' },
    cron: '0 4 * * *',
    timeZone: 'Asia/Tokyo',
    enabled: true,
    sentence: 'At 04:00, every day',
    nextAt: '2026-01-01T19:00:00.000Z',
    lastStartedAt: null,
  })
})

test('one that is switched off has no next time, and one that never fires again has none either', () => {
  const off = scheduleOf(
    { ...row, enabled: 0, last_started_at: '2025-12-31T19:00:00.000Z' },
    'ja-JP',
    newYear,
  )
  expect(off).toMatchObject({ enabled: false, nextAt: null, lastStartedAt: '2025-12-31T19:00:00.000Z' })
  expect(scheduleOf({ ...row, cron: '0 0 30 2 *' }, 'en-US', newYear)).toMatchObject({
    enabled: true,
    nextAt: null,
  })
})

test('what it orders is read as orders of people are', () => {
  const stored = { task_order: '{"kind":"refresh_works","options":{"scope":"all"}}' }
  expect(orderOf(stored)).toMatchObject({ kind: 'refresh_works', options: { scope: 'all' } })
  expect(() => orderOf({ task_order: '{"kind":"burn_works"}' })).toThrow()
})

test('it is due from its time on, once for all the times that passed', () => {
  const at = (now: string) => isDue(row, new Date(now))
  expect(at('2026-01-01T18:59:59.999Z')).toBe(false)
  expect(at('2026-01-01T19:00:00.000Z')).toBe(true)
  expect(at('2026-02-01T00:00:00.000Z')).toBe(true)
  expect(isDue({ ...row, due_after: '2026-02-01T00:00:00.000Z' }, new Date('2026-02-01T00:00:00.000Z'))).toBe(
    false,
  )
  expect(isDue({ ...row, cron: '0 0 30 2 *' }, new Date('2030-01-01T00:00:00.000Z'))).toBe(false)
})

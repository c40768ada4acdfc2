import { expect, test } from 'vitest'
import { cronFaultOf, cronSentence, isTimeZone, nextTimes } from './schedule.rules.ts'

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

test('it says what it means in three languages', () => {
  expect(cronSentence('0 4 * * *', 'en-US')).toBe('At 04:00, every day')
  expect(cronSentence('0 4 * * *', 'zh-CN')).toMatch(/04:00.*每天/)
  expect(cronSentence('0 4 * * *', 'ja-JP')).toMatch(/04:00.*毎日/)
})

test('a zone is a name, not an offset', () => {
  expect(['Asia/Tokyo', 'UTC', 'Europe/Berlin'].map(isTimeZone)).toEqual([true, true, true])
  expect(['', '+09:00', 'Mars/Olympus', 'Asia/'].map(isTimeZone)).toEqual([false, false, false, false])
})

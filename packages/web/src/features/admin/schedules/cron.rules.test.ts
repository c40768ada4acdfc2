import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cronOf, obviousFaults, type Rhythm, rhythmOf, weekdaysOf } from './cron.rules.ts'

test('each rhythm is written as cron says it', () => {
  const time = '04:30'
  expect(cronOf({ preset: 'hourly', time, weekday: 1 })).toBe('30 * * * *')
  expect(cronOf({ preset: 'daily', time, weekday: 1 })).toBe('30 4 * * *')
  expect(cronOf({ preset: 'weekly', time, weekday: 6 })).toBe('30 4 * * 6')
})

test('what was written is read back the same', () => {
  const rhythm = fc.record<Rhythm>({
    preset: fc.constantFrom('hourly', 'daily', 'weekly'),
    time: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
    weekday: fc.integer({ min: 0, max: 6 }),
  })
  fc.assert(
    fc.property(rhythm, (written) => {
      const cron = cronOf(written)
      const read = rhythmOf(cron)
      expect(read?.preset).toBe(written.preset)
      expect(read && cronOf(read)).toBe(cron)
    }),
  )
})

test('what says more than a rhythm is left as it is', () => {
  const crons = [
    '*/5 * * * *',
    '0 4 1 * *',
    '0 4 * 2 *',
    '0 4 * * 1-5',
    '61 4 * * *',
    '0 * * * 1',
    '0 4 * * * *',
    '',
  ]
  expect(crons.map(rhythmOf)).toEqual(crons.map(() => undefined))
})

test('what is half typed is known for it, and anything whole is left to the server', () => {
  for (const cron of ['', '0', '0 4', '0 4 * *', '0 4 * * * *', 'now and then']) {
    expect(obviousFaults(cron, 'UTC')).toEqual({ 'query.cron': 'cronMalformed' })
  }
  for (const zone of ['', 'As', 'Asia/', 'Asia/Nowhere']) {
    expect(obviousFaults('0 4 * * *', zone)).toEqual({ 'query.timeZone': 'timeZoneUnknown' })
  }
  for (const cron of ['0 4 * * *', ' 0  4 * * 1-5 ', '99 4 31 2 *']) {
    expect(obviousFaults(cron, 'Asia/Tokyo')).toBeUndefined()
  }
})

test('the week begins on Monday, and Sunday is 0 as cron counts it', () => {
  const week = weekdaysOf('en-US').map(({ value, label }) => `${value} ${label}`)
  expect([week[0], week[6], week.length]).toEqual(['1 Monday', '0 Sunday', 7])
})

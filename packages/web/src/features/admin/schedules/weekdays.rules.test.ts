import { expect, test } from 'vitest'
import { weekdaysOf } from './weekdays.rules.ts'

test('the week begins on Monday, and Sunday is 0 as cron counts it', () => {
  const week = weekdaysOf('en-US').map(({ value, label }) => `${value} ${label}`)
  expect([week[0], week[6], week.length]).toEqual(['1 Monday', '0 Sunday', 7])
})

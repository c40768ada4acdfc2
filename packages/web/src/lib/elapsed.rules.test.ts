import { expect, test } from 'vitest'
import { formatElapsed } from './elapsed.rules.ts'

test('the two largest units are said, without those that are nothing', () => {
  const said = [0, 0.6, 59, 125, 3_600, 3_605, 90_000, 270_061].map((seconds) =>
    formatElapsed('en-US', seconds),
  )
  expect(said).toEqual([
    '0 sec',
    '0 sec',
    '59 sec',
    '2 min 5 sec',
    '1 hr',
    '1 hr',
    '1 day 1 hr',
    '3 days 3 hr',
  ])
})

test('a clock that went backwards is no time at all', () => {
  expect(formatElapsed('en-US', -30)).toBe('0 sec')
})

import { expect, test } from 'vitest'
import { isBetween, rewindAfter } from './rewind.rules.ts'

test.each([
  [9_999, 0],
  [10_000, 3],
  [59_999, 3],
  [60_000, 10],
  [300_000, 20],
  [1_800_000, 29.5],
  [1e12, 29.5],
])('after %i ms it goes back %f s', (pausedMs, seconds) => {
  expect(rewindAfter(pausedMs)).toBe(seconds)
})

test.each([
  ['23:10', '22:00', '06:00', true],
  ['05:59', '22:00', '06:00', true],
  ['06:00', '22:00', '06:00', false],
  ['21:59', '22:00', '06:00', false],
  ['13:00', '12:00', '14:00', true],
  ['14:00', '12:00', '14:00', false],
  ['22:00', '22:00', '22:00', false],
])('%s is between %s and %s: %s', (time, from, to, is) => {
  expect(isBetween(time, from, to)).toBe(is)
})

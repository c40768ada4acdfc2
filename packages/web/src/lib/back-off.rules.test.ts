import { expect, test } from 'vitest'
import { backOffMs } from './back-off.rules.ts'

const limits = { firstWaitMs: 1_000, maxWaitMs: 30_000 }

test('each failure waits twice as long, up to the most', () => {
  expect([1, 2, 3, 6, 60].map((failures) => backOffMs(failures, limits, 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ])
})

test('luck takes off a quarter at most', () => {
  expect(backOffMs(1, limits, 0)).toBe(750)
})

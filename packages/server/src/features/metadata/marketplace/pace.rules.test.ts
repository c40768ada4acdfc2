import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterFault,
  type Breaker,
  backOffMs,
  breakerStateOf,
  closedBreaker,
  maxConsecutiveFaults,
  remainingGapMs,
  retryAfterMs,
} from './pace.rules.ts'

const now = Date.UTC(2026, 10, 20, 12, 0, 0)

test('a server says in seconds or by a date when to come back, or says nothing', () => {
  expect(retryAfterMs('2', now)).toBe(2_000)
  expect(retryAfterMs(' 120 ', now)).toBe(120_000)
  expect(retryAfterMs('Fri, 20 Nov 2026 12:00:30 GMT', now)).toBe(30_000)
  expect(retryAfterMs('Fri, 20 Nov 2026 11:00:00 GMT', now)).toBe(0)
  for (const nothing of [undefined, '', 'soon', '-5', '1.5', 'Xyz, no date'])
    expect(retryAfterMs(nothing, now)).toBeUndefined()
})

test('waits double, and nobody waits as long as another', () => {
  expect([1, 2, 3].map((attempt) => backOffMs(attempt, 1))).toEqual([1_000, 2_000, 4_000])
  expect([1, 2, 3].map((attempt) => backOffMs(attempt, 0))).toEqual([500, 1_000, 2_000])
  expect(backOffMs(50, 1)).toBe(60_000)
})

test('a gap is never longer than it should be, whatever became of the clock', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(60_000), fc.nat(), (last, gap, time) => {
      const left = remainingGapMs(last, gap, time)
      return left >= 0 && left <= gap && (left === 0 || time + left === last + gap)
    }),
  )
  expect(remainingGapMs(undefined, 1_000, now)).toBe(0)
})

test('the breaker opens after some faults in a row, and each probe in vain keeps it open for longer', () => {
  let breaker: Breaker = closedBreaker
  for (let i = 1; i < maxConsecutiveFaults; i += 1) breaker = afterFault(breaker, now)
  expect(breakerStateOf(breaker, now)).toBe('closed')
  breaker = afterFault(breaker, now)
  expect([now, now + 29_999, now + 30_000].map((time) => breakerStateOf(breaker, time))).toEqual([
    'open',
    'open',
    'probing',
  ])
  expect(afterFault(breaker, now).openUntil).toBe(now + 60_000)
  for (let i = 0; i < 100; i += 1) breaker = afterFault(breaker, now)
  expect(breaker.openUntil).toBe(now + 900_000)
})

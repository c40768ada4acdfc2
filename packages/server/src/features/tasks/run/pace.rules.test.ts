import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSample, type Pace, rateOf, readPace, secondsLeft } from './pace.rules.ts'

/** Returns the samples of a task that finished this many items in each second. */
function paceOf(perSecond: readonly number[]): { pace: Pace; at: number; done: number } {
  let pace: Pace = addSample([], 0, 0)
  let done = 0
  perSecond.forEach((items, second) => {
    done += items
    pace = addSample(pace, (second + 1) * 1_000, done)
  })
  return { pace, at: perSecond.length * 1_000, done }
}

test('a steady task has its pace, and the time that is left follows from it', () => {
  const { pace, at, done } = paceOf(Array.from({ length: 300 }, () => 7))
  expect(rateOf(pace, at, done)).toBe(7)
  expect(secondsLeft(7, done, done + 700)).toBe(100)
})

test('only the last minute counts', () => {
  const { pace, at, done } = paceOf([...Array.from({ length: 100 }, () => 1_000), ...Array(120).fill(2)])
  expect(rateOf(pace, at, done)).toBe(2)
})

test('one that stands still slows down to nothing', () => {
  const { pace, at, done } = paceOf(Array.from({ length: 60 }, () => 10))
  expect(rateOf(pace, at + 60_000, done)).toBeLessThan(6)
  expect(rateOf(pace, at + 600_000, done)).toBeLessThan(1)
})

test('nothing is said of the first moment, or without an end', () => {
  expect(rateOf([], 0, 0)).toBeNull()
  expect(rateOf(addSample([], 0, 0), 500, 3)).toBeNull()
  expect(secondsLeft(null, 1, 5)).toBeNull()
  expect(secondsLeft(0, 1, 5)).toBeNull()
  expect(secondsLeft(2, 1, null)).toBeNull()
})

test('however it goes, few marks are kept and the pace lies between the slowest and the fastest', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { minLength: 2, maxLength: 200 }), (perSecond) => {
      const { pace, at, done } = paceOf(perSecond)
      expect(pace.length).toBeLessThanOrEqual(18)
      expect(readPace(JSON.stringify(pace))).toEqual(pace)
      const rate = rateOf(pace, at, done) ?? -1
      expect(rate).toBeGreaterThanOrEqual(Math.min(...perSecond))
      expect(rate).toBeLessThanOrEqual(Math.max(...perSecond))
    }),
  )
})

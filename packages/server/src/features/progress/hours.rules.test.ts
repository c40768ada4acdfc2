import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributeOverHours, hourMs, isUnrecorded, subtractListened } from './hours.rules.ts'

const sum = (hours: ReadonlyMap<number, number>) => [...hours.values()].reduce((all, ms) => all + ms, 0)

test('what has sounded lies in the hours before its report, none of them longer than an hour', () => {
  const instant = fc.integer({ min: 48 * hourMs, max: 4e12 })
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 30 * hourMs }), (atMs, listenedMs) => {
      const hours = distributeOverHours(atMs, listenedMs)
      expect(sum(hours)).toBe(Math.min(listenedMs, 24 * hourMs))
      for (const [hour, ms] of hours) {
        expect(ms).toBeGreaterThan(0)
        expect(ms).toBeLessThanOrEqual(hourMs)
        expect(hour * hourMs).toBeLessThan(atMs)
      }
    }),
  )
})

test('a report at the full hour is of the hour before', () => {
  expect([...distributeOverHours(10 * hourMs, 5_000)]).toEqual([[9, 5_000]])
  expect([...distributeOverHours(10 * hourMs + 2_000, 5_000)]).toEqual([
    [10, 2_000],
    [9, 3_000],
  ])
})

test('forgetting takes away what there is, the latest first, and never more', () => {
  const hours = new Map([
    [1, 100],
    [2, 50],
  ])
  expect([...subtractListened(hours, 70)]).toEqual([
    [1, 80],
    [2, 0],
  ])
  expect(sum(subtractListened(hours, 1_000))).toBe(0)
})

test('a pause counts whatever pauses came before and after it', () => {
  const pauses = [
    { pausedMs: 100, resumedMs: 200 },
    { pausedMs: 300, resumedMs: 400 },
    { pausedMs: 500, resumedMs: undefined },
  ]
  const isLost = (startedMs: number, atMs: number) => isUnrecorded(pauses, { startedMs, atMs })
  expect([isLost(120, 150), isLost(320, 350), isLost(520, 550)]).toEqual([true, true, true])
  expect([isLost(50, 90), isLost(200, 290), isLost(400, 490)]).toEqual([false, false, false])
})

test('a play that ran into a pause is known up to it, one that began after it is known', () => {
  const pause = { pausedMs: 100, resumedMs: 200 }
  expect(isUnrecorded([], { startedMs: 0, atMs: 150 })).toBe(false)
  expect(isUnrecorded([pause], { startedMs: 0, atMs: 99 })).toBe(false)
  expect(isUnrecorded([pause], { startedMs: 0, atMs: 100 })).toBe(true)
  expect(isUnrecorded([pause], { startedMs: 0, atMs: 150 })).toBe(true)
  expect(isUnrecorded([pause], { startedMs: 150, atMs: 300 })).toBe(true)
  expect(isUnrecorded([pause], { startedMs: 200, atMs: 300 })).toBe(false)
  expect(isUnrecorded([{ pausedMs: 100, resumedMs: undefined }], { startedMs: 500, atMs: 501 })).toBe(true)
})

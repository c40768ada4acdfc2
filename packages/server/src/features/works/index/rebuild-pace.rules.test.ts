import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxRestMs } from '../../../db/duty-cycle.rules.ts'
import {
  afterBuild,
  afterChanges,
  bulkRoom,
  maxDelta,
  startPace,
  untilRebuild,
} from './rebuild-pace.rules.ts'

test('a first build begins at once', () => {
  expect(untilRebuild(afterChanges(startPace(800), 900, 0), 900)).toBe(0)
})

test('while changes keep coming, builds take a fifth of the time', () => {
  const pace = afterBuild(startPace(0), 10_000, 2_000)
  expect(untilRebuild({ ...pace, changedAt: 17_500 }, 17_500)).toBe(500)
  expect(untilRebuild({ ...pace, changedAt: 18_000 }, 18_000)).toBe(0)
})

test('changes that came to their end are built at once', () => {
  const pace = afterChanges(afterBuild(startPace(0), 10_000, 60_000), 11_000, 1)
  expect(untilRebuild(pace, 11_000)).toBe(2_500)
  expect(untilRebuild(pace, 13_500)).toBe(0)
})

test('an import that rests beside people has not come to its end', () => {
  const pace = afterChanges(afterBuild(startPace(0), 10_000, 60_000), 11_000, 1)
  const maxPause = maxRestMs + 1_000
  expect(untilRebuild(pace, 11_000 + maxPause)).toBeGreaterThan(0)
})

test('a build that waited as long as required may begin', () => {
  const instant = fc.double({ min: 0, max: 1e7, noNaN: true })
  fc.assert(
    fc.property(instant, instant, instant, instant, (builtAt, tookMs, changedAt, now) => {
      const pace = { ...startPace(0), builtAt, tookMs, changedAt }
      expect(untilRebuild(pace, now + untilRebuild(pace, now))).toBeLessThan(0.001)
    }),
  )
})

test('a delta of changes in bulk has less room in a small catalogue, which is built anew in no time', () => {
  const room = (works: number) => bulkRoom(works, startPace(0), 0)
  expect(room(0)).toBe(250)
  expect(room(100_000)).toBe(500)
  expect(room(1_000_000)).toBe(maxDelta)
  const works = fc.nat(10_000_000)
  fc.assert(
    fc.property(works, works, (some, more) => {
      expect(room(some + more)).toBeGreaterThanOrEqual(room(some))
      expect(room(some)).toBeLessThanOrEqual(maxDelta)
    }),
  )
})

test('works of an import find no room while so many come that they fill it before the next build', () => {
  const started = afterChanges(startPace(0), 1_000, 600)
  expect(bulkRoom(100_000, started, 1_000)).toBe(500)
  const built = afterBuild(started, 2_000, 1_000)
  expect(bulkRoom(100_000, built, 3_000)).toBe(0)
  const next = afterBuild(afterChanges(built, 4_000, 600), 7_000, 1_000)
  expect(bulkRoom(100_000, next, 7_000)).toBe(0)
})

test('what a scan brings now and then finds room, and so does what comes once an import is over', () => {
  const built = afterBuild(startPace(0), 10_000, 1_000)
  const slow = afterBuild(afterChanges(built, 14_000, 400), 15_000, 1_000)
  expect(bulkRoom(100_000, afterChanges(slow, 16_000, 80), 16_000)).toBe(500)
  const fast = afterBuild(afterChanges(built, 14_000, 4_000), 15_000, 1_000)
  expect(bulkRoom(100_000, fast, 16_000)).toBe(0)
  expect(bulkRoom(100_000, afterChanges(fast, 60_000, 10), 60_000)).toBe(500)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestBulkDelta, largestDelta, untilRebuild } from './rebuild-pace.rules.ts'

test('a first build begins at once', () => {
  expect(untilRebuild({ builtAt: -Infinity, tookMs: 0, changedAt: 900 }, 900)).toBe(0)
})

test('while changes keep coming, builds take a fifth of the time', () => {
  const pace = { builtAt: 10_000, tookMs: 2_000 }
  expect(untilRebuild({ ...pace, changedAt: 17_500 }, 17_500)).toBe(500)
  expect(untilRebuild({ ...pace, changedAt: 18_000 }, 18_000)).toBe(0)
})

test('changes that paused for a second are built at once', () => {
  const pace = { builtAt: 10_000, tookMs: 60_000, changedAt: 11_000 }
  expect(untilRebuild(pace, 11_000)).toBe(1_000)
  expect(untilRebuild(pace, 12_000)).toBe(0)
})

test('a build that waited as long as required may begin', () => {
  const instant = fc.double({ min: 0, max: 1e7, noNaN: true })
  fc.assert(
    fc.property(instant, instant, instant, instant, (builtAt, tookMs, changedAt, now) => {
      const pace = { builtAt, tookMs, changedAt }
      expect(untilRebuild(pace, now + untilRebuild(pace, now))).toBeLessThan(0.001)
    }),
  )
})

test('a delta of changes in bulk has less room in a small catalogue, which is built anew in no time', () => {
  expect(largestBulkDelta(0)).toBe(250)
  expect(largestBulkDelta(100_000)).toBe(500)
  expect(largestBulkDelta(1_000_000)).toBe(largestDelta)
  const works = fc.nat(10_000_000)
  fc.assert(
    fc.property(works, works, (some, more) => {
      expect(largestBulkDelta(some + more)).toBeGreaterThanOrEqual(largestBulkDelta(some))
      expect(largestBulkDelta(some)).toBeLessThanOrEqual(largestDelta)
    }),
  )
})

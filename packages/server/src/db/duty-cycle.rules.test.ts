import fc from 'fast-check'
import { expect, test } from 'vitest'
import { announcementValidMs, maxRestMs, pauseAfter, shouldAnnounce } from './duty-cycle.rules.ts'

const duration = fc.double({ min: 0, max: 1e6, noNaN: true })
const never = Number.POSITIVE_INFINITY

test('where nobody is served, work in bulk goes on at once', () => {
  expect(pauseAfter({ tookMs: 100, announcedAgoMs: never })).toBe(0)
  expect(pauseAfter({ tookMs: 100, announcedAgoMs: announcementValidMs + 1 })).toBe(0)
})

test('beside people it rests for twice as long as it worked, a second at most', () => {
  expect(pauseAfter({ tookMs: 100, announcedAgoMs: 0 })).toBe(200)
  expect(pauseAfter({ tookMs: 60_000, announcedAgoMs: announcementValidMs })).toBe(maxRestMs)
})

test('beside people short transactions take a third of the time, whatever their lengths', () => {
  const took = fc.array(fc.double({ min: 1, max: maxRestMs / 2, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(
      took,
      fc.double({ min: 0, max: announcementValidMs, noNaN: true }),
      (lengths, announcedAgoMs) => {
        const rested = lengths.reduce((sum, tookMs) => sum + pauseAfter({ tookMs, announcedAgoMs }), 0)
        const worked = lengths.reduce((sum, tookMs) => sum + tookMs, 0)
        expect(worked / (worked + rested)).toBeCloseTo(1 / 3)
      },
    ),
  )
})

test('a rest is never negative nor longer than a second', () => {
  fc.assert(
    fc.property(duration, duration, (tookMs, announcedAgoMs) => {
      const restMs = pauseAfter({ tookMs, announcedAgoMs })
      expect(restMs).toBeGreaterThanOrEqual(0)
      expect(restMs).toBeLessThanOrEqual(maxRestMs)
    }),
  )
})

test('a server that serves people announces it while changes come in bulk, and not at each request', () => {
  expect(shouldAnnounce({ servedAgoMs: 0, bulkAgoMs: 0, announcedAgoMs: never })).toBe(true)
  expect(shouldAnnounce({ servedAgoMs: 0, bulkAgoMs: 0, announcedAgoMs: 100 })).toBe(false)
})

test('nothing is announced without people, nor without somebody who heeds it', () => {
  expect(shouldAnnounce({ servedAgoMs: never, bulkAgoMs: 0, announcedAgoMs: never })).toBe(false)
  expect(shouldAnnounce({ servedAgoMs: 0, bulkAgoMs: never, announcedAgoMs: never })).toBe(false)
})

test('whoever rests as long as anybody may still reads announcements before the last one is over', () => {
  // A transaction and the pause after it separate two reads of changes; the announcement comes with the next request.
  const bulkAgoMs = 2 * maxRestMs
  expect(shouldAnnounce({ servedAgoMs: 0, bulkAgoMs, announcedAgoMs: announcementValidMs / 2 })).toBe(true)
})

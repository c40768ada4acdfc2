import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Handover } from './gapless-handover.ts'
import { FakeClock } from './testing/fake-clock.ts'

/** Two elements: the active one ends after ten seconds and reports its time every 250 ms. */
function elements({ mayBegin = true } = {}) {
  const clock = new FakeClock()
  const active = { currentTime: 0, duration: 10, playbackRate: 1, paused: false }
  const next: { begunAt: number | undefined; takenBack: number } = { begunAt: undefined, takenBack: 0 }
  const handover = new Handover({
    later: (ms, act) => clock.later(ms, act),
    active: () => active,
    mayBegin: () => mayBegin,
    begin: () => {
      next.begunAt = clock.now
    },
    takeBack: () => {
      next.takenBack += 1
    },
  })
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1) {
      clock.pass(1)
      if (!active.paused) active.currentTime += active.playbackRate / 1_000
      if (clock.now % 250 === 0) handover.watch()
    }
  }
  return { clock, active, next, handover, pass }
}

test('what follows begins a moment before the end, and is no longer watched once it plays', () => {
  const { active, next, handover, pass } = elements()
  pass(9_900)
  expect(next.begunAt).toBe(undefined)
  pass(90)
  expect(next.begunAt).toBeGreaterThan(9_900)
  expect(next.begunAt).toBeLessThan(10_000)
  handover.done()
  active.paused = true
  pass(2_000)
  expect(next.takenBack).toBe(0)
})

test('at any speed it begins as long before the end, in the time of the room', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 3, noNaN: true }), (speed) => {
      const { active, next, pass } = elements()
      active.playbackRate = speed
      const endMs = 10_000 / speed
      pass(Math.ceil(endMs))
      expect(next.begunAt).toBeGreaterThan(endMs - 80)
      expect(next.begunAt).toBeLessThanOrEqual(endMs)
    }),
    { numRuns: 20 },
  )
})

test('nothing begins where what follows stays silent, or where a listener pauses or goes back', () => {
  const silent = elements({ mayBegin: false })
  silent.pass(10_000)
  expect(silent.next.begunAt).toBe(undefined)
  const paused = elements()
  paused.pass(9_800)
  paused.active.paused = true
  paused.handover.cancel()
  paused.pass(5_000)
  expect(paused.next.begunAt).toBe(undefined)
  const back = elements()
  back.pass(9_800)
  back.active.currentTime = 2
  back.pass(500)
  expect(back.next.begunAt).toBe(undefined)
  back.pass(7_500)
  expect(back.next.begunAt).toBeGreaterThan(17_000)
})

test('a track that was said to be shorter than it is goes on alone', () => {
  const { next, handover, pass } = elements()
  pass(9_990)
  expect(handover.hasBegun).toBe(true)
  pass(600)
  expect(next.takenBack).toBe(1)
  expect(handover.hasBegun).toBe(false)
})

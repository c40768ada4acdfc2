import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlayedPoint, resumePointsAfterSleep, type SleepTrail } from './asleep.rules.ts'

const minute = 60_000
const evening = Date.parse('2026-05-01T23:00:00.000Z')
const clockAt = (ms: number) => new Date(ms).toISOString().slice(11, 16)
/** Returns a point `minutes` after 23:00. */
const point = (minutes: number, at = minutes * 60, trackId = 'one'): PlayedPoint => ({
  trackId,
  at,
  ms: evening + minutes * minute,
})
const trail = (change: Partial<SleepTrail> = {}): SleepTrail => ({
  touched: point(0),
  heard: point(30),
  isTimedOut: true,
  ...change,
})
const after = (minutes: number, of: SleepTrail) =>
  resumePointsAfterSleep(of, evening + minutes * minute, clockAt).map(({ to, point: { at } }) => [to, at])
const morning = 9 * 60

test('after a timer one goes back to the last press, and to where the timer began', () => {
  expect(after(morning, trail())).toEqual([['touched', 0]])
  const extended = trail({ touched: point(20), timer: point(0) })
  expect(after(morning, extended)).toEqual([
    ['touched', 1_200],
    ['timer', 0],
  ])
  expect(after(morning, trail({ timer: point(0, 20) }))).toEqual([['touched', 0]])
})

test('a night without a timer counts once it has sounded for an hour', () => {
  expect(after(morning, trail({ isTimedOut: false, heard: point(59) }))).toEqual([])
  expect(after(morning, trail({ isTimedOut: false, heard: point(60) }))).toEqual([['touched', 0]])
})

test('a long afternoon is no night', () => {
  const [touched, heard] = [point(-9 * 60, 0), point(-7 * 60, 7_200)]
  expect(after(-6 * 60, trail({ touched, heard, isTimedOut: false }))).toEqual([])
  expect(after(-6 * 60, trail({ touched, heard, isTimedOut: true }))).toEqual([['touched', 0]])
})

test('nobody is prompted who pressed something just now, nor on another evening', () => {
  expect(after(29, trail())).toEqual([])
  expect(after(31, trail())).toEqual([['touched', 0]])
  expect(after(21 * 60, trail())).toEqual([])
})

test('a point where one is anyway is not offered, unless it is another track', () => {
  expect(after(morning, trail({ heard: point(0.5) }))).toEqual([])
  expect(after(morning, trail({ heard: point(30, 10, 'two') }))).toEqual([['touched', 0]])
})

test('whatever happened, no way back leads to where one is, and no two to the same', () => {
  const any = fc
    .tuple(fc.integer({ min: -600, max: 600 }), fc.nat(4_000), fc.constantFrom('one', 'two'))
    .map((of) => point(...of))
  const anyTrail = fc.record({
    touched: any,
    heard: any,
    timer: fc.option(any, { nil: undefined }),
    isTimedOut: fc.boolean(),
  })
  const isFar = (one: PlayedPoint, other: PlayedPoint) =>
    one.trackId !== other.trackId || Math.abs(one.at - other.at) >= 60
  fc.assert(
    fc.property(anyTrail, fc.integer({ min: -600, max: 2_000 }), (of, minutes) => {
      const points = resumePointsAfterSleep(of, evening + minutes * minute, clockAt).map((way) => way.point)
      const moments = [of.heard, ...points]
      expect(moments.every((one, at) => moments.slice(at + 1).every((other) => isFar(one, other)))).toBe(true)
    }),
  )
})

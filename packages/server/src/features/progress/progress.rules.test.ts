import type { ReportKind } from '@koedana/contract/progress.ts'
import { describe, expect, test } from 'vitest'
import {
  advancePlay,
  clockOf,
  isFinished,
  type Play,
  progressAfter,
  type Report,
  serverTimeOf,
  startOf,
  type WorkProgress,
} from './progress.rules.ts'

const minute = 60_000
const at = (order: number, seconds: number) => ({ trackId: `t${order}`, order, ms: seconds * 1000 })

const playOf = (id: string, given: Partial<Play> = {}): Play => ({
  id,
  basedOn: 0,
  isChosen: false,
  startedMs: 0,
  start: at(1, 0),
  device: { id: `device of ${id}`, name: `device of ${id}` },
  n: -1,
  last: at(1, 0),
  lastMs: 0,
  listenedMs: 0,
  ...given,
})

function listen(progress: WorkProgress | undefined, play: Play, reports: readonly Partial<Report>[]) {
  let [now, current] = [progress, play]
  for (const given of reports) {
    const report: Report = {
      n: current.n + 1,
      kind: 'beat',
      position: at(1, 0),
      atMs: current.startedMs + (current.n + 2) * 1000,
      listenedMs: current.listenedMs,
      ...given,
    }
    const next = advancePlay(current, report)
    if (!next) continue
    now = progressAfter(now, { before: current, play: next, report })
    current = next
  }
  if (!now) throw new Error('nothing was reported')
  return { progress: now, play: current }
}

describe('within a play', () => {
  test('only a greater number counts', () => {
    const { progress, play } = listen(undefined, playOf('a'), [{ n: 5, position: at(1, 50) }])
    expect(listen(progress, play, [{ n: 5, position: at(1, 90) }]).progress).toEqual(progress)
    expect(listen(progress, play, [{ n: 4, kind: 'seek', position: at(1, 10) }]).progress).toEqual(progress)
  })

  test.each([
    ['beat', 50],
    ['pause', 50],
    ['end', 50],
    ['finish', 50],
    ['seek', 10],
    ['reset', 10],
  ] as const)('after 0:50 a %s at 0:10 leads to 0:%i', (kind, seconds) => {
    const { progress, play } = listen(undefined, playOf('a'), [{ position: at(1, 50) }])
    expect(listen(progress, play, [{ kind, position: at(1, 10) }]).progress.position).toEqual(at(1, seconds))
  })

  test('one report that is behind is a player that loads, and the next one that continues from it a rewind', () => {
    const { progress, play } = listen(undefined, playOf('a'), [{ position: at(2, 4000) }])
    expect(
      listen(progress, play, [{ position: at(2, 0) }, { position: at(2, 4001) }]).progress.position,
    ).toEqual(at(2, 4001))
    expect(
      listen(progress, play, [{ position: at(2, 0) }, { position: at(2, 0) }]).progress.position,
    ).toEqual(at(2, 4000))
    expect(
      listen(progress, play, [{ position: at(2, 100) }, { position: at(2, 110) }]).progress.position,
    ).toEqual(at(2, 110))
    expect(
      listen(progress, play, [{ position: at(1, 100) }, { position: at(1, 110) }]).progress.position,
    ).toEqual(at(1, 110))
  })

  test('a report that is behind is a rewind if one before it is missing, except 0:00 and the end', () => {
    const { progress, play } = listen(undefined, playOf('a'), [{ n: 7, position: at(2, 4000) }])
    const after = (report: Partial<Report>) => listen(progress, play, [{ n: 9, ...report }]).progress.position
    expect(after({ position: at(2, 110) })).toEqual(at(2, 110))
    expect(after({ position: at(1, 110), kind: 'pause' })).toEqual(at(1, 110))
    expect(after({ position: at(2, 0) })).toEqual(at(2, 4000))
    expect(after({ position: at(2, 110), kind: 'finish' })).toEqual(at(2, 4000))
  })

  test('the next track is further on, and the one before is not', () => {
    const { progress, play } = listen(undefined, playOf('a'), [{ position: at(2, 50) }])
    expect(listen(progress, play, [{ position: at(1, 99) }]).progress.position).toEqual(at(2, 50))
    expect(listen(progress, play, [{ position: at(3, 0) }]).progress.position).toEqual(at(3, 0))
  })
})

describe('between plays', () => {
  const { progress } = listen(undefined, playOf('phone', { startedMs: 100_000 }), [
    { position: at(1, 2470), listenedMs: 5 * minute },
  ])

  test('an earlier one moves nothing, whatever it reports', () => {
    for (const kind of ['beat', 'seek', 'pause', 'end', 'reset'] as ReportKind[]) {
      const late = listen(progress, playOf('desk', { startedMs: 99_999, isChosen: true }), [
        { kind, position: at(3, 0), listenedMs: 9 * minute },
      ])
      expect(late.progress.position).toEqual(at(1, 2470))
    }
  })

  test('a later one takes over where it goes on or where its listener chose to begin', () => {
    const later = { startedMs: 200_000, basedOn: 1 }
    const goesOn = listen(progress, playOf('desk', later), [{ position: at(1, 2471) }])
    expect(goesOn.progress).toMatchObject({ position: at(1, 2471), revision: 2, rivalId: undefined })
    const chosen = listen(progress, playOf('desk', { ...later, isChosen: true }), [{ position: at(1, 0) }])
    expect(chosen.progress).toMatchObject({ position: at(1, 0), revision: 2 })
  })

  test('0:00 of a page that knew no better does not win, until it was heard for a minute', () => {
    const stale = playOf('desk', { startedMs: 200_000 })
    const began = listen(progress, stale, [
      { position: at(1, 0) },
      { position: at(1, 59), listenedMs: 59_000 },
    ])
    expect(began.progress).toEqual(progress)
    const heard = listen(began.progress, began.play, [{ position: at(1, 60), listenedMs: minute }])
    expect(heard.progress).toMatchObject({ position: at(1, 60), rivalId: 'phone' })
  })

  test('what another device heard meanwhile is offered, in whichever order the two are heard of', () => {
    const first = listen(undefined, playOf('a', { startedMs: 1 }), [
      { position: at(1, 90), listenedMs: minute },
    ])
    const later = playOf('b', { startedMs: 2 })
    const second = listen(first.progress, later, [{ position: at(1, 99), listenedMs: minute }])
    expect(second.progress).toMatchObject({ play: { id: 'b' }, rivalId: 'a' })
    const other = listen(undefined, later, [{ position: at(1, 99), listenedMs: minute }])
    const turned = listen(other.progress, playOf('a', { startedMs: 1 }), [
      { position: at(1, 90), listenedMs: minute },
    ])
    expect(turned.progress).toMatchObject({ play: { id: 'b' }, position: at(1, 99), rivalId: 'a' })
  })

  test('the own earlier play of a device is no rival', () => {
    const device = { id: 'one', name: 'One' }
    const first = listen(undefined, playOf('a', { device }), [{ position: at(1, 90), listenedMs: minute }])
    const next = listen(first.progress, playOf('b', { device, startedMs: 5 }), [{ position: at(1, 95) }])
    expect(next.progress).toMatchObject({ play: { id: 'b' }, rivalId: undefined })
  })

  test('two of one instant are in the order of their ids', () => {
    const one = listen(undefined, playOf('a'), [{ position: at(1, 10) }])
    expect(listen(one.progress, playOf('b'), [{ position: at(1, 20) }]).progress.play.id).toBe('b')
    const other = listen(undefined, playOf('b'), [{ position: at(1, 20) }])
    expect(listen(other.progress, playOf('a'), [{ position: at(1, 30) }]).progress.play.id).toBe('b')
  })
})

describe('finished', () => {
  const { progress, play } = listen(undefined, playOf('a'), [{ kind: 'finish', position: at(3, 600) }])

  test('moves nothing back, and lasts until the work is started again', () => {
    expect(isFinished(progress)).toBe(true)
    expect(progress.position).toEqual(at(3, 600))
    const again = listen(progress, playOf('b', { startedMs: 90_000, basedOn: 1 }), [{ position: at(1, 0) }])
    expect(again.progress.position).toEqual(at(1, 0))
    expect(isFinished(again.progress)).toBe(false)
  })

  test('counts from a play that was replaced, if it ended after the other had begun', () => {
    const current = listen(progress, playOf('b', { startedMs: 90_000, basedOn: 1 }), [{ position: at(1, 0) }])
    const early = listen(current.progress, play, [{ kind: 'finish', position: at(3, 600), atMs: 50_000 }])
    expect(isFinished(early.progress)).toBe(false)
    const late = listen(current.progress, play, [{ kind: 'finish', position: at(3, 600), atMs: 95_000 }])
    expect(isFinished(late.progress)).toBe(true)
    expect(late.progress.position).toEqual(at(1, 0))
  })

  test('starting over ends it', () => {
    const over = listen(progress, play, [{ kind: 'reset', position: at(1, 0) }])
    expect(over.progress).toMatchObject({ position: at(1, 0), finishedMs: undefined })
  })
})

describe('time', () => {
  const hour = 3_600_000
  test.each([
    ['a year ahead', 400 * 24 * hour],
    ['a year behind', -400 * 24 * hour],
  ])('a device clock that is %s decides nothing', (_, skew) => {
    const arrivalMs = 1_000 * hour
    const clockMs = clockOf({ deviceNowMs: arrivalMs + skew, arrivalMs, lastClockMs: undefined })
    expect(serverTimeOf(arrivalMs + skew - hour, { clockMs, arrivalMs })).toBe(arrivalMs - hour)
  })

  test('an event is never later than its arrival', () => {
    expect(serverTimeOf(700, { clockMs: 9_500, arrivalMs: 10_000 })).toBe(10_000)
    expect(serverTimeOf(450, { clockMs: 9_500, arrivalMs: 10_000 })).toBe(9_950)
    expect(serverTimeOf(-20_000, { clockMs: 9_500, arrivalMs: 10_000 })).toBe(0)
  })

  test('a slow request does not put the next play of its device before the one that it reports', () => {
    // The first request takes three seconds, the second none. The second play starts two seconds after the first.
    const first = clockOf({ deviceNowMs: 1_000, arrivalMs: 4_000, lastClockMs: undefined })
    const second = clockOf({ deviceNowMs: 3_500, arrivalMs: 4_200, lastClockMs: first })
    expect(serverTimeOf(1_000, { clockMs: first, arrivalMs: 4_000 })).toBeLessThan(
      serverTimeOf(3_000, { clockMs: second, arrivalMs: 4_200 }),
    )
    expect(clockOf({ deviceNowMs: 3_500, arrivalMs: 100_000, lastClockMs: first })).toBe(96_500)
  })

  test('a play that knew the current one is later; other plays are dated by their clocks', () => {
    const { progress } = listen(undefined, playOf('a', { startedMs: 5_000 }), [{ position: at(1, 10) }])
    const arrivalMs = 9_500
    const start = (now: WorkProgress | undefined, basedOn: number, startedMs: number) =>
      startOf(now, playOf('b', { basedOn }), { startedMs, arrivalMs })
    expect(start(progress, 1, 10)).toBe(5_001)
    expect(start(progress, 1, 9_000)).toBe(9_000)
    expect(start(progress, 0, 10)).toBe(10)
    // A revision from before the history was deleted has no meaning.
    expect(start(progress, 7, 10)).toBe(10)
    expect(start(undefined, 0, 10)).toBe(10)
  })
})

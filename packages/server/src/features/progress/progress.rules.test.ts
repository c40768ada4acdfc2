import type { ReportKind } from '@koedana/contract/progress.ts'
import { describe, expect, test } from 'vitest'
import {
  advancePlay,
  isFinished,
  type Play,
  progressAfter,
  type Report,
  serverTimeOf,
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

/** A listener's reports, one after the other. */
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
    current = next
    now = progressAfter(now, current, report)
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
    ['a device whose clock is a year ahead', 400 * 24 * hour],
    ['a device whose clock is a year behind', -400 * 24 * hour],
  ])('%s decides nothing by it', (_, skew) => {
    const arrivalMs = 1_000 * hour
    const device = { deviceNowMs: arrivalMs + skew, arrivalMs, contactMs: undefined }
    expect(serverTimeOf({ ...device, deviceAtMs: arrivalMs + skew - hour })).toBe(arrivalMs - hour)
  })

  test('an event is neither later than its arrival nor earlier than the last contact', () => {
    const clocks = { deviceNowMs: 500, arrivalMs: 10_000, contactMs: 9_900 }
    expect(serverTimeOf({ ...clocks, deviceAtMs: 700 })).toBe(10_000)
    expect(serverTimeOf({ ...clocks, deviceAtMs: 0 })).toBe(9_900)
    expect(serverTimeOf({ ...clocks, deviceAtMs: 450 })).toBe(9_950)
  })
})

import type { OwnProgress } from '@koedana/contract/own-data.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileFinder, isSameProgress, mergeProgress, pathInWork } from './progress-merge.rules.ts'

const file = (id: string, fingerprint: string, folder: string, name: string) => ({
  id,
  fingerprint,
  folder,
  path: `Audio/RJ90000001/${folder}/${name}`,
})
const files = [
  file('a', 'print-1', 'mp3', '01.mp3'),
  file('b', 'print-2', 'mp3', '02.mp3'),
  file('copy', 'print-2', 'bonus', '02.mp3'),
  file('plain', '', '', '03.mp3'),
]
const find = fileFinder(files)

test('a file is known by its id, its bytes, then its path in the work', () => {
  expect(find({ fileId: 'b', fingerprint: 'print-1' })).toBe('b')
  expect(find({ fileId: 'x', fingerprint: 'print-1', path: 'other.mp3' })).toBe('a')
  expect(find({ fileId: 'x', fingerprint: 'print-2', path: 'bonus/02.mp3' })).toBe('copy')
  expect(find({ fileId: 'x', fingerprint: 'print-2' })).toBe('b')
  expect(find({ fileId: 'x', fingerprint: 'print-9', path: 'mp3/02.mp3' })).toBe('b')
  expect(find({ fileId: 'x', fingerprint: '', path: '03.mp3' })).toBe('plain')
  expect(find({ fileId: 'x', fingerprint: '' })).toBeUndefined()
  expect(find({ fileId: 'x', path: '../mp3/02.mp3' })).toBeUndefined()
})

test('a path below the work says nothing of the storage', () => {
  expect(pathInWork({ folder: '', path: 'disk/RJ90000001/a.mp3' })).toBe('a.mp3')
  expect(pathInWork({ folder: 'x/y', path: 'disk/RJ90000001/x/y/a.mp3' })).toBe('x/y/a.mp3')
})

const nowMs = Date.parse('2026-06-01T00:00:00.000Z')
const to = (trackId: string | undefined) => ({ userKey: 1, workKey: 2, trackId, nowMs })
const instant = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString()
const brought = (change: Partial<OwnProgress> = {}): OwnProgress => ({
  workId: 'RJ90000001',
  fileId: 'there',
  position: 60,
  at: instant(-30),
  playId: 'play-b',
  startedAt: instant(-40),
  device: 'phone',
  ...change,
})
const here = (change: Partial<OwnProgress> = {}) => mergeProgress(undefined, brought(change), to('a'))

test('the play that was started later says where a work goes on, and a finished work stays finished', () => {
  const finished = here({ finishedAt: instant(-35) })
  const later = mergeProgress(
    finished,
    brought({ playId: 'play-c', startedAt: instant(-20), at: instant(-10), position: 5 }),
    to('a'),
  )
  expect(later).toMatchObject({ revision: 2, position_ms: 5_000, finished_ms: nowMs - 35 * 60_000 })
  const earlier = mergeProgress(
    later,
    brought({ playId: 'play-a', startedAt: instant(-50), at: instant(-1), finishedAt: instant(-2) }),
    to('a'),
  )
  expect(earlier).toMatchObject({ revision: 2, position_ms: 5_000, finished_ms: nowMs - 2 * 60_000 })
})

test('of the same play the later report counts, and no device is taken for behind', () => {
  const before = here()
  expect(mergeProgress(before, brought({ at: instant(-31), position: 9 }), to('a'))).toEqual(before)
  const after = mergeProgress(before, brought({ at: instant(-29), position: 9 }), to('a'))
  expect(after).toMatchObject({ revision: 1, position_ms: 9_000 })
})

test('a play that is told with two starts counts by the later one, once', () => {
  const two = [
    brought({ startedAt: instant(-90), at: instant(-10), position: 1 }),
    brought({ playId: 'play-c', startedAt: instant(-60), at: instant(-50), position: 2 }),
    brought({ startedAt: instant(-40), at: instant(-30), position: 3 }),
  ]
  const take = (row: ReturnType<typeof mergeProgress>) =>
    two.reduce((now, one) => mergeProgress(now, one, to('a')), row)
  const once = take(undefined)
  expect(once).toMatchObject({ position_ms: 3_000 })
  expect(take(once)).toEqual(once)
})

test('nothing is from later than now', () => {
  expect(here({ at: instant(99), startedAt: instant(98), finishedAt: instant(97) })).toMatchObject({
    updated_ms: nowMs,
    play_started_ms: nowMs,
    finished_ms: nowMs,
  })
})

test('a file that is not here moves nothing, and its finished work counts', () => {
  const away = to(undefined)
  expect(mergeProgress(undefined, brought(), away)).toBeUndefined()
  expect(mergeProgress(undefined, brought({ finishedAt: instant(-3) }), away)).toMatchObject({
    track_id: 'there',
  })
  const late = brought({ playId: 'play-z', startedAt: instant(-1), finishedAt: instant(-1) })
  expect(mergeProgress(here(), late, away)).toMatchObject({ track_id: 'a', finished_ms: nowMs - 60_000 })
})

test('whatever is brought in whatever order, a second time changes nothing', () => {
  const minutes = fc.integer({ min: -1_000, max: 0 })
  const entry = fc
    .record({
      playId: fc.constantFrom('one', 'two', 'three'),
      began: minutes,
      later: fc.nat(100),
      position: fc.nat(1_000),
      isFinished: fc.boolean(),
      isHere: fc.boolean(),
    })
    .map(({ playId, began, later, position, isFinished, isHere }) => ({
      isHere,
      entry: brought({
        playId,
        position,
        startedAt: instant(began),
        at: instant(Math.min(0, began + later)),
        ...(isFinished && { finishedAt: instant(began) }),
      }),
    }))
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
      const take = (row: ReturnType<typeof mergeProgress>) =>
        entries.reduce((now, one) => mergeProgress(now, one.entry, to(one.isHere ? 'a' : undefined)), row)
      const once = take(undefined)
      const twice = take(once)
      expect(isSameProgress(once, twice)).toBe(true)
    }),
  )
})

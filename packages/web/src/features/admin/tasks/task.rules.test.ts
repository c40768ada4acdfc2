import { type Task, type TaskLine, taskPhases } from '@koedana/contract/tasks.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taskOf } from '../../../domain/testing/task-of.ts'
import {
  briefSummaryOf,
  hasStoppedAtDisks,
  isAtWork,
  isDryRun,
  isDryRunWithChanges,
  maxLines,
  mergeLines,
  moreRecentTask,
  phaseSteps,
  progressOf,
  retryScopeOf,
  secondsTaken,
  summaryOf,
  type ThingCounts,
} from './task.rules.ts'

const progress = (done: number, total: number | null, failed = 0): Task['progress'] => ({
  done,
  total,
  failed,
  skipped: 0,
})

describe('how far a task is', () => {
  test('nobody knows before there is a total, unless it has ended', () => {
    expect(progressOf({ status: 'running', progress: progress(7, null) })).toBeNull()
    expect(progressOf({ status: 'failed', progress: progress(7, null) })).toBe(0)
    expect(progressOf({ status: 'finished', progress: progress(7, null) })).toBe(1)
  })

  test('it is a share of the total, and never whole while it is at work', () => {
    expect(progressOf({ status: 'running', progress: progress(25, 100) })).toBe(0.25)
    expect(progressOf({ status: 'running', progress: progress(100, 100) })).toBe(0.99)
    expect(progressOf({ status: 'cancelled', progress: progress(40, 100) })).toBe(0.4)
    expect(progressOf({ status: 'finished', progress: progress(40, 100) })).toBe(1)
  })

  test('a total of nothing divides nothing', () => {
    expect(progressOf({ status: 'running', progress: progress(0, 0) })).toBe(0)
  })

  test('whatever is counted, it stays between nothing and all', () => {
    const counts = fc.record({
      done: fc.nat(),
      total: fc.option(fc.nat()),
      failed: fc.nat(),
      skipped: fc.nat(),
    })
    const statuses = fc.constantFrom(
      'ready' as const,
      'running',
      'stopping',
      'finished',
      'cancelled',
      'failed',
    )
    fc.assert(
      fc.property(counts, statuses, (counted, status) => {
        const share = progressOf({ status, progress: counted })
        expect(share === null || (share >= 0 && share <= 1)).toBe(true)
        expect(share === 1 && isAtWork({ status })).toBe(false)
      }),
    )
  })
})

describe('the phases of a task', () => {
  const statesOf = (task: Partial<Task>) => phaseSteps(taskOf(task)).map(({ state }) => state)

  test('those before the one it is in are done, those after wait', () => {
    expect(statesOf({ kind: 'clean_works', phase: 'works', status: 'running' })).toEqual([
      'done',
      'done',
      'now',
      'waiting',
      'waiting',
    ])
  })

  test('a task that failed stopped where it was', () => {
    expect(statesOf({ kind: 'refresh_works', phase: 'numbers', status: 'failed' })).toEqual([
      'stopped',
      'waiting',
      'waiting',
      'waiting',
    ])
  })

  test('before it starts all wait, once it has finished all are done', () => {
    const { length } = taskPhases.sync_works
    expect(statesOf({ phase: null, status: 'ready' })).toEqual(Array(length).fill('waiting'))
    expect(statesOf({ phase: 'covers', status: 'finished' })).toEqual(Array(length).fill('done'))
  })
})

test('a summary separates works from all else, and leaves out what did not happen', () => {
  const summary = { 'covers.added': 5, failed: 2, added: 5, unchanged: 93, skipped: 0, 'lists.failed': 1 }
  const words = ({ thing, counts }: ThingCounts) => [
    thing,
    ...counts.map(({ outcome, count }) => `${outcome} ${count}`),
  ]
  expect(summaryOf({ summary }).map(words)).toEqual([
    ['works', 'added 5', 'unchanged 93', 'failed 2'],
    ['covers', 'added 5'],
    ['lists', 'failed 1'],
  ])
  expect(briefSummaryOf({ summary }).map(words)[0]).toEqual(['works', 'added 5', 'failed 2'])
  expect(briefSummaryOf({ summary: { unchanged: 3 } }).map(words)).toEqual([['works', 'unchanged 3']])
})

test('the time a task takes ends with it', () => {
  const startedAt = '2026-11-21T04:00:00.000Z'
  const now = new Date('2026-11-21T04:10:00.000Z')
  expect(secondsTaken({ startedAt, endedAt: '2026-11-21T04:01:05.000Z' }, now)).toBe(65)
  expect(secondsTaken({ startedAt, endedAt: null }, now)).toBe(600)
  expect(secondsTaken({ startedAt: null, endedAt: null }, now)).toBeNull()
})

test('cleaning only lists by default', () => {
  expect(isDryRun({ kind: 'clean_works', options: {} })).toBe(true)
  expect(isDryRun({ kind: 'clean_works', options: { dryRun: false } })).toBe(false)
  expect(isDryRun({ kind: 'sync_works', options: {} })).toBe(false)
})

test('a list of nothing cannot be carried out', () => {
  const listed = { kind: 'clean_works', options: {}, status: 'finished', summary: { planned: 3 } } as const
  expect(isDryRunWithChanges(listed)).toBe(true)
  expect(isDryRunWithChanges({ ...listed, summary: { 'entities.planned': 1 } })).toBe(true)
  expect(isDryRunWithChanges({ ...listed, summary: { unchanged: 9 } })).toBe(false)
  expect(isDryRunWithChanges({ ...listed, options: { dryRun: false } })).toBe(false)
  expect(isDryRunWithChanges({ ...listed, status: 'failed' })).toBe(false)
})

test('only a clean task that failed at the disks was stopped by the brake', () => {
  const stopped = { kind: 'clean_works', status: 'failed', phase: 'storages' } as const
  expect(hasStoppedAtDisks(stopped)).toBe(true)
  expect(hasStoppedAtDisks({ ...stopped, phase: 'files' })).toBe(false)
  expect(hasStoppedAtDisks({ ...stopped, status: 'cancelled' })).toBe(false)
  expect(hasStoppedAtDisks({ ...stopped, kind: 'sync_works' })).toBe(false)
})

test('failures are tried again, and what came to an early end begins anew', () => {
  expect(retryScopeOf({ status: 'finished', progress: progress(9, 9, 2) })).toBe('failures')
  expect(retryScopeOf({ status: 'finished', progress: progress(9, 9) })).toBeUndefined()
  expect(retryScopeOf({ status: 'cancelled', progress: progress(3, 9) })).toBe('whole')
  expect(retryScopeOf({ status: 'failed', progress: progress(3, 9, 1) })).toBe('failures')
  expect(retryScopeOf({ status: 'running', progress: progress(3, 9, 1) })).toBeUndefined()
})

describe('of two states of a task', () => {
  const known = taskOf({ status: 'running', progress: progress(50, 100) })

  test('what is reported counts, also where a task was taken up again and is less far', () => {
    const behind = { ...known, progress: progress(40, 100) }
    const ahead = { ...known, progress: progress(60, 100) }
    expect([moreRecentTask(known, behind), moreRecentTask(known, ahead)]).toEqual([behind, ahead])
  })

  test('what has ended does not come back to work, and an end is believed at once', () => {
    const ended = taskOf({ status: 'cancelled', progress: progress(50, 100) })
    expect([moreRecentTask(ended, known), moreRecentTask(known, ended)]).toEqual([ended, ended])
  })

  test('another task is simply another', () => {
    const other = taskOf({ id: 'other', progress: progress(0, null) })
    expect([moreRecentTask(known, other), moreRecentTask(undefined, other)]).toEqual([other, other])
  })
})

const lines = (...numbers: number[]): readonly TaskLine[] =>
  numbers.map((seq) => ({ seq, at: '2026-11-21T04:00:00.000Z', level: 'info', text: `line ${seq}` }))
const numbersOf = (merged: readonly TaskLine[]) => merged.map(({ seq }) => seq)

test('lines that are known already are not said twice', () => {
  expect(numbersOf(mergeLines(lines(1, 2, 3), lines(2, 3, 4)))).toEqual([1, 2, 3, 4])
})

test('nothing new leaves what is known untouched', () => {
  const known = lines(1, 2)
  expect(mergeLines(known, lines(1))).toBe(known)
})

test('the oldest go where there are too many', () => {
  const many = lines(...Array.from({ length: maxLines }, (_, at) => at + 1))
  expect(numbersOf(mergeLines(many, lines(maxLines + 1))).at(0)).toBe(2)
})

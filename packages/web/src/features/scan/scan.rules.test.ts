import { expect, test } from 'vitest'
import { endIfEmpty, endOf, isScanning } from './scan.rules.ts'

const progress = { done: 0, total: null, failed: 0, skipped: 0 }

test.each([
  [{ status: 'ready', phase: null, endedAt: null }, true],
  [{ status: 'running', phase: 'storages', endedAt: null }, true],
  [{ status: 'running', phase: 'records', endedAt: null }, false],
  [{ status: 'finished', phase: 'storages', endedAt: '2026-11-20T12:00:00.000Z' }, false],
] as const)('%j scans: %j', (task, expected) => {
  expect(isScanning(task)).toBe(expected)
})

test('what failed in part is shown as trouble, and what was stopped is not shown', () => {
  const ends = (['finished', 'failed', 'cancelled'] as const).map((status) => endOf({ status, progress }))
  expect(ends).toEqual(['whole', 'trouble', undefined])
  expect(endOf({ status: 'finished', progress: { ...progress, failed: 1 } })).toBe('trouble')
})

test('a scan explains an empty shelf, unless what it found has left, or it is still at work', () => {
  const task = {
    status: 'finished',
    progress,
    summary: { added: 0 },
    endedAt: '2026-11-20T12:00:00.000Z',
  } as const
  expect(endIfEmpty(task)).toBe('whole')
  expect(endIfEmpty({ ...task, summary: {} })).toBe('whole')
  expect(endIfEmpty({ ...task, summary: { added: 12 } })).toBeUndefined()
  expect(endIfEmpty({ ...task, progress: { ...progress, failed: 1 }, summary: { added: 12 } })).toBe(
    'trouble',
  )
  expect(endIfEmpty({ ...task, endedAt: null })).toBeUndefined()
})

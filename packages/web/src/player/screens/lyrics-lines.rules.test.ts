import { expect, test } from 'vitest'
import { lineAt, linesOf } from './lyrics-lines.rules.ts'

const text = (starts: readonly number[], offsetMs = 0, synced = true) => ({
  synced,
  offsetMs,
  cues: starts.map((start) => ({ startMs: start * 1000, text: `at ${start}` })),
})

test('the line of a time is the last that has begun, later by what its reader says', () => {
  const lines = linesOf(text([1, 5, 9]), undefined)
  expect([0, 1, 4.9, 5, 100].map((time) => lineAt(lines, time, 0))).toEqual([-1, 0, 0, 1, 2])
  expect([1, 1.5, 5.4, 5.5].map((time) => lineAt(lines, time, 0.5))).toEqual([-1, 0, 0, 1])
})

test('an offset makes lines due sooner', () => {
  expect(linesOf(text([1, 5], 500), undefined).map(({ start }) => start)).toEqual([0.5, 4.5])
})

test('the lines of another language stand at those that are spoken then', () => {
  const lines = linesOf(text([1, 5, 9]), text([0.8, 4.7, 6, 9.2]))
  expect(lines.map(({ second }) => second)).toEqual(['at 0.8', 'at 4.7\nat 6', 'at 9.2'])
  expect(linesOf(text([5]), text([1]))[0]?.second).toBe(undefined)
})

test('texts without times stand line by line, and are never spoken', () => {
  const lines = linesOf(text([0, 0], 0, false), text([0, 0], 0, false))
  expect(lines.map(({ start, second }) => [start, second])).toEqual([
    [undefined, 'at 0'],
    [undefined, 'at 0'],
  ])
  expect(lineAt(lines, 10, 0)).toBe(-1)
})

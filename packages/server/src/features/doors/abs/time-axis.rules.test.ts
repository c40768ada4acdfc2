import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AxisFile, axisOf, chaptersOf, positionAt, timeOf } from './time-axis.rules.ts'

const file = (id: string, duration: number | null, more: Partial<AxisFile> = {}): AxisFile => ({
  id,
  duration,
  preferred: true,
  set: 'main',
  format: 'mp3',
  ...more,
})

const anyFiles = fc
  .array(fc.oneof(fc.double({ min: 0, max: 5_000, noNaN: true }), fc.constant(null)), { maxLength: 30 })
  .map((lengths) => lengths.map((length, at) => file(String(at), length)))

test('whatever time is named comes back from its position in a file', () => {
  fc.assert(
    fc.property(anyFiles, fc.double({ min: -10, max: 200_000_000, noNaN: true }), (files, wantedMs) => {
      const axis = axisOf(files)
      const found = positionAt(axis, wantedMs)
      expect(found === undefined).toBe(files.length === 0)
      if (found)
        expect(timeOf(axis, files, found)).toBe(Math.min(Math.max(0, Math.round(wantedMs)), axis.totalMs))
    }),
  )
})

test('whatever position in a file is named comes back from its time', () => {
  fc.assert(
    fc.property(anyFiles, fc.nat(), fc.nat({ max: 5_000_000 }), (files, at, ms) => {
      const axis = axisOf(files)
      const stretch = axis.stretches[at % Math.max(1, files.length)]
      if (!stretch || ms >= stretch.durationMs) return
      const found = { fileId: stretch.fileId, positionMs: ms }
      expect(positionAt(axis, timeOf(axis, files, found))).toEqual(found)
    }),
  )
})

test('the axis never goes back: what is later in the files is later on it', () => {
  fc.assert(
    fc.property(anyFiles, (files) => {
      const axis = axisOf(files)
      const starts = axis.stretches.map(({ startMs }) => startMs)
      expect(starts).toEqual(starts.toSorted((one, other) => one - other))
      expect(axis.totalMs).toBe(axis.stretches.reduce((sum, { durationMs }) => sum + durationMs, 0))
    }),
  )
})

test('a position in another version is that of the file with its index, or as far into the whole', () => {
  const other = { preferred: false, set: 'withoutEffects', format: 'wav' } as const
  const files = [
    file('a', 60),
    file('b', 30),
    file('c', 61, other),
    file('d', 31, other),
    file('e', 45, { preferred: false, set: 'withoutEffects' }),
  ]
  const axis = axisOf(files)
  const at = (fileId: string, positionMs: number) => timeOf(axis, files, { fileId, positionMs })
  expect(at('d', 5_000)).toBe(65_000)
  expect(at('c', 60_500)).toBe(60_000)
  expect(at('e', 22_500)).toBe(45_000)
  expect(at('gone', 5_000)).toBe(0)
  expect(at('a', 1e308)).toBe(60_000)
})

test('chapters lie on the axis, one for a file without any', () => {
  const parts = [
    { start: 1, title: 'I' },
    { start: 20, title: 'II' },
    { start: 99, title: 'III' },
  ]
  const files = [
    { ...file('a', 60), title: 'one', chapters: [] },
    { ...file('b', 30.5), title: 'two', chapters: parts },
  ]
  expect(chaptersOf(axisOf(files), files)).toEqual([
    { id: 0, start: 0, end: 60, title: 'one' },
    { id: 1, start: 60, end: 80, title: 'I' },
    { id: 2, start: 80, end: 90.5, title: 'II' },
    { id: 3, start: 90.5, end: 90.5, title: 'III' },
  ])
  const [single] = files
  expect(single && chaptersOf(axisOf([single]), [single])).toEqual([])
})

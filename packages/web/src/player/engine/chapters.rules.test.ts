import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chapterAt, chapterEnd, chapterStep } from './chapters.rules.ts'

const chapters = [10, 60, 120].map((start) => ({ start, title: `${start}` }))

test.each([
  [0, -1, 10],
  [10, 0, 60],
  [59.9, 0, 60],
  [60, 1, 120],
  [500, 2, 300],
])('at %f s it is chapter %i, which ends at %i', (time, at, end) => {
  expect(chapterAt(chapters, time)).toBe(at)
  expect(chapterEnd(chapters, time, 300)).toBe(end)
})

test('a step back leads to the beginning of a chapter, and early in it to the one before', () => {
  expect(chapterStep(chapters, 64, -1)).toBe(60)
  expect(chapterStep(chapters, 62, -1)).toBe(10)
  expect(chapterStep(chapters, 12, -1)).toBe(undefined)
  expect(chapterStep(chapters, 5, 1)).toBe(10)
  expect(chapterStep(chapters, 130, 1)).toBe(undefined)
  expect(chapterStep([], 130, 1)).toBe(undefined)
})

test('steps on go through all chapters, and steps back come to the first', () => {
  const starts = fc.uniqueArray(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(starts, (all) => {
      const some = all.toSorted((a, b) => a - b).map((start) => ({ start, title: '' }))
      const seen: number[] = []
      for (let time = chapterStep(some, -1, 1); time !== undefined; time = chapterStep(some, time, 1)) {
        seen.push(time)
      }
      expect(seen).toEqual(some.map(({ start }) => start))
    }),
  )
})

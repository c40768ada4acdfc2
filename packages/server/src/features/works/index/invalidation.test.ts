import { expect, test } from 'vitest'
import { pendingWorks } from './invalidation.ts'

const many = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at)

test('works wait until lists have their last change, or they were laid over', () => {
  const pending = pendingWorks()
  pending.add([1, 2, 3], 10)
  pending.add([2], 20)
  expect(pending.take({ seq: 5, laid: [3] })).toEqual([3])
  expect(pending.take({ seq: 10, laid: [] })).toEqual([1])
  expect(pending.take({ seq: 20, laid: [] })).toEqual([2])
  expect(pending.take({ seq: 30, laid: [] })).toEqual([])
})

test('an import of a hundred thousand works names them, so that what was made of others stays', () => {
  const pending = pendingWorks()
  for (let step = 0; step < 200; step++) pending.add(many(500, 1 + step * 500), step)
  expect(pending.take({ seq: 200, laid: [] })).toEqual(many(100_000))
})

test('of more nobody remembers which: any may have changed, once lists have the last of them', () => {
  const pending = pendingWorks()
  pending.add(many(200_001), 7)
  expect(pending.take({ seq: 6, laid: [] })).toEqual([])
  expect(pending.take({ seq: 7, laid: [] })).toBe('all')
  expect(pending.take({ seq: 8, laid: [] })).toEqual([])
})

import { expect, test } from 'vitest'
import { appendArrived } from './stable-list.rules.ts'

const works = (...ids: readonly string[]) => ids.map((id) => ({ id, at: 1 }))

test('what stands stays where it is, and what comes stands behind it', () => {
  const before = appendArrived([], works('b', 'a'), 4)
  expect(before.map(({ id }) => id)).toEqual(['a', 'b'])
  const after = appendArrived(
    before,
    [
      { id: 'c', at: 1 },
      { id: 'b', at: 2 },
    ],
    4,
  )
  expect(after.map(({ id, at }) => [id, at])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 1],
  ])
  expect(appendArrived(after, works('f', 'e', 'd'), 4).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

import { expect, test } from 'vitest'
import { type Direction, movedTo, rowAt, rowTowards } from './item-order.rules.ts'

const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

test.each([
  { from: 0, to: 2, order: 'bcad', before: 'd' },
  { from: 2, to: 0, order: 'cabd', before: 'a' },
  { from: 0, to: 3, order: 'bcda', before: null },
  { from: 3, to: 2, order: 'abdc', before: 'c' },
])('from $from to $to', ({ from, to, order, before }) => {
  const moved = movedTo(items, from, to)
  expect(moved?.items.map(({ id }) => id).join('')).toBe(order)
  expect(moved?.before).toBe(before)
})

test.each([
  { from: 1, to: 1 },
  { from: 0, to: -1 },
  { from: 3, to: 4 },
  { from: 9, to: 0 },
])('nothing moves from $from to $to', ({ from, to }) => {
  expect(movedTo(items, from, to)).toBeUndefined()
})

test('a pointer is over a row, or over the one at the nearer end', () => {
  const rows = [
    { top: 10, bottom: 20 },
    { top: 20, bottom: 30 },
  ]
  expect([0, 10, 19, 20, 99].map((y) => rowAt(rows, y))).toEqual([0, 0, 0, 1, 1])
})

test.each<{ direction: Direction; to: number }>([
  { direction: 'up', to: 1 },
  { direction: 'down', to: 3 },
  { direction: 'top', to: 0 },
  { direction: 'end', to: 4 },
])('an item of the third row goes $direction', ({ direction, to }) => {
  expect(rowTowards(direction, 2, 5)).toBe(to)
})

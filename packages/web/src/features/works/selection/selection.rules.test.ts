import { maxWorksAtOnce } from '@koedana/contract/marks.ts'
import { expect, test } from 'vitest'
import {
  cardAfterKey,
  emptySelection,
  idsFile,
  rangeBetween,
  type Selection,
  startRangeAt,
  toggleItem,
  withAll,
  withRange,
} from './selection.rules.ts'

interface Item {
  readonly id: string
}
const item = (at: number): Item => ({ id: `w${at}` })
const items = (from: number, to: number) => rangeBetween(from, to).map(item)
const idsOf = ({ chosen }: Selection<Item>) => [...chosen.keys()]
const none: Selection<Item> = emptySelection

test('arrow keys move by one card or one row and stop at the ends', () => {
  const grid = { columns: 4, total: 10 }
  expect(cardAfterKey('ArrowRight', 0, grid)).toBe(1)
  expect(cardAfterKey('ArrowDown', 1, grid)).toBe(5)
  expect(cardAfterKey('ArrowUp', 1, grid)).toBeUndefined()
  expect(cardAfterKey('ArrowDown', 8, grid)).toBeUndefined()
  expect(cardAfterKey('End', 3, grid)).toBe(9)
  expect(cardAfterKey('x', 3, grid)).toBeUndefined()
})

test('keys reach the first card and the last, and not beyond', () => {
  const grid = { columns: 4, total: 10 }
  expect(cardAfterKey('ArrowLeft', 1, grid)).toBe(0)
  expect(cardAfterKey('ArrowLeft', 0, grid)).toBeUndefined()
  expect(cardAfterKey('ArrowRight', 8, grid)).toBe(9)
  expect(cardAfterKey('ArrowRight', 9, grid)).toBeUndefined()
  expect(cardAfterKey('ArrowUp', 4, grid)).toBe(0)
  expect(cardAfterKey('ArrowDown', 6, grid)).toBeUndefined()
  expect(cardAfterKey('Home', 7, grid)).toBe(0)
  expect(cardAfterKey('End', 0, { columns: 4, total: 0 })).toBeUndefined()
})

test('one is selected and taken out again, and a range begins there', () => {
  const one = toggleItem(none, item(3), 3)
  expect(idsOf(one)).toEqual(['w3'])
  expect(one.anchor).toBe(3)
  const out = toggleItem(toggleItem(one, item(5), 5), item(3), 3)
  expect(idsOf(out)).toEqual(['w5'])
  expect(out.anchor).toBe(3)
})

test('a range that becomes shorter gives back what it took, and nothing that was there before', () => {
  const before = startRangeAt(toggleItem(none, item(2), 2), 1)
  const long = withRange(before, items(1, 4))
  expect(idsOf(long).sort()).toEqual(['w1', 'w2', 'w3', 'w4'])
  const short = withRange(long, items(1, 1))
  expect(idsOf(short)).toEqual(['w2', 'w1'])
  expect(idsOf(withRange(short, items(1, 0))).sort()).toEqual(['w0', 'w1', 'w2'])
})

test('moving on leaves what is selected, and the next range begins there', () => {
  const first = withRange(startRangeAt(none, 0), items(0, 1))
  const second = withRange(startRangeAt(first, 5), items(5, 6))
  expect(idsOf(second)).toEqual(['w0', 'w1', 'w5', 'w6'])
})

test('a range counts from where it began, in both directions, and is bounded', () => {
  expect(rangeBetween(2, 4)).toEqual([2, 3, 4])
  expect(rangeBetween(4, 2)).toEqual([4, 3, 2])
  expect(rangeBetween(7, 7)).toEqual([7])
  expect(rangeBetween(0, 19_395)).toHaveLength(maxWorksAtOnce)
  expect(rangeBetween(5_000, 0)).toContain(5_000 - maxWorksAtOnce + 1)
})

test('no more is selected than one request changes', () => {
  const all = withAll(toggleItem(none, item(9_999), 9_999), items(0, maxWorksAtOnce - 1))
  expect(all.chosen.size).toBe(maxWorksAtOnce)
  expect(all.chosen.has('w9999')).toBe(true)
  expect(toggleItem(all, item(5_000), 5_000).chosen.size).toBe(maxWorksAtOnce)
  expect(toggleItem(all, item(1), 1).chosen.size).toBe(maxWorksAtOnce - 1)
})

test('ids are written for spreadsheets and for programs', () => {
  expect(idsFile(['RJ1', 'RJ2'], 'csv')).toBe('id\r\nRJ1\r\nRJ2\r\n')
  expect(JSON.parse(idsFile(['RJ1', 'RJ2'], 'json'))).toEqual(['RJ1', 'RJ2'])
})

import { expect, test } from 'vitest'
import { computeStableRows, type NameRow } from './stable-rows.rules.ts'

const row = (id: string, workCount = 1): NameRow => ({ id, name: id.toUpperCase(), workCount })
const idsOf = (rows: readonly NameRow[]) => rows.map(({ id }) => id).join('')

test('a new list begins with what is chosen, whether it was found or not', () => {
  const rows = computeStableRows({ before: [], found: [row('a'), row('b', 7)], held: ['x', 'b'], top: 8 })
  expect(rows).toEqual([{ id: 'x' }, row('b', 7), row('a')])
})

test('whatever is found next, what is held stands where it stood', () => {
  const before = [row('a'), row('b'), row('c'), row('d')]
  const rows = computeStableRows({
    before,
    found: [row('e'), row('d'), row('f'), row('a')],
    held: ['b'],
    top: 4,
  })
  expect(idsOf(rows)).toBe('abed')
  expect(rows[1]).toEqual({ id: 'b', name: 'B' })
})

test('what stays found keeps its position and takes its new count', () => {
  const rows = computeStableRows({
    before: [row('a'), row('b')],
    found: [row('b', 5), row('a', 2)],
    held: [],
    top: 8,
  })
  expect(rows).toEqual([row('a', 2), row('b', 5)])
})

test('where nothing new is found, the old names stay and lead to no work: the list never shrinks', () => {
  const rows = computeStableRows({
    before: [row('a'), row('b'), row('c')],
    found: [row('c')],
    held: [],
    top: 8,
  })
  expect(rows).toEqual([row('a', 0), row('b', 0), row('c')])
})

test('a list grows up to what it requests, and beyond that only by what is held', () => {
  const found = [row('b'), row('c'), row('d')]
  expect(idsOf(computeStableRows({ before: [row('a')], found, held: ['a'], top: 3 }))).toBe('abc')
  expect(idsOf(computeStableRows({ before: [row('a')], found, held: ['a', 'x'], top: 1 }))).toBe('ax')
})

import type { TaskLine } from '@koedana/contract/tasks.ts'
import { expect, test } from 'vitest'
import { mergeLines, mostLines } from './task-log.rules.ts'

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
  const many = lines(...Array.from({ length: mostLines }, (_, at) => at + 1))
  expect(numbersOf(mergeLines(many, lines(mostLines + 1))).at(0)).toBe(2)
})

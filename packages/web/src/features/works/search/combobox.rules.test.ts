import { expect, test } from 'vitest'
import { positionAfter, searchedText } from './combobox.rules.ts'

test('the arrows walk through the list and back into the box', () => {
  expect([0, 1, 2, 3, 4].map((steps) => positionAfter(steps, 3))).toEqual([0, 1, 2, 3, 0])
  expect([-1, -2, -3, -4, -5].map((steps) => positionAfter(steps, 3))).toEqual([3, 2, 1, 0, 3])
})

test('an empty list leaves only the box', () => {
  expect([-1, 0, 1, 7].map((steps) => positionAfter(steps, 0))).toEqual([0, 0, 0, 0])
})

test('what was pasted with line breaks and tabs is one plain line', () => {
  expect(searchedText(' rain\r\n\tnight ')).toBe('rain   night')
})

import { expect, test } from 'vitest'
import { cardAfterKey, lineHeight, shapeOf } from './grid.rules.ts'

test('wider screens get more columns, a phone at least two', () => {
  expect(shapeOf(328, 'comfortable').columns).toBe(2)
  expect(shapeOf(900, 'comfortable').columns).toBe(4)
  expect(shapeOf(900, 'compact').columns).toBeGreaterThan(4)
})

test('rows take the whole width, one work each', () => {
  expect(shapeOf(328, 'rows')).toEqual({ columns: 1, gap: 0, rowHeight: lineHeight })
  expect(shapeOf(1400, 'rows').columns).toBe(1)
})

test('arrow keys move by one card or one row and stop at the ends', () => {
  const grid = { columns: 4, total: 10 }
  expect(cardAfterKey('ArrowRight', 0, grid)).toBe(1)
  expect(cardAfterKey('ArrowDown', 1, grid)).toBe(5)
  expect(cardAfterKey('ArrowUp', 1, grid)).toBeUndefined()
  expect(cardAfterKey('ArrowDown', 8, grid)).toBeUndefined()
  expect(cardAfterKey('End', 3, grid)).toBe(9)
  expect(cardAfterKey('x', 3, grid)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { cardWidths, gridLayoutOf, lineHeight, minWidthOf } from './grid.rules.ts'

test('wider screens get more columns, a phone at least two', () => {
  expect(gridLayoutOf(328, 'comfortable').columns).toBe(2)
  expect(gridLayoutOf(900, 'comfortable').columns).toBe(4)
  expect(gridLayoutOf(900, 'compact').columns).toBeGreaterThan(4)
})

test('a phone that is to show more shows three', () => {
  expect([328, 358, 398].map((width) => gridLayoutOf(width, 'compact').columns)).toEqual([3, 3, 3])
})

test('the reader decides how wide cards are, between bounds; a phone decides by itself', () => {
  expect(gridLayoutOf(1500, 'comfortable', '120').columns).toBe(10)
  expect(gridLayoutOf(1500, 'comfortable', '320').columns).toBe(4)
  expect(gridLayoutOf(1500, 'rows', '320').columns).toBe(1)
  expect(gridLayoutOf(358, 'comfortable', '320')).toEqual(gridLayoutOf(358, 'comfortable'))
  expect(['', '0', 'wide', '-5', 'NaN'].map((stored) => minWidthOf('compact', stored))).toEqual([
    132, 132, 132, 132, 132,
  ])
  expect(['1', '9999', 'Infinity'].map((stored) => minWidthOf('compact', stored))).toEqual([
    cardWidths.least,
    cardWidths.most,
    cardWidths.most,
  ])
})

test('rows take the whole width, one work each', () => {
  expect(gridLayoutOf(328, 'rows')).toEqual({ columns: 1, gap: 0, cardWidth: 328, rowHeight: lineHeight })
  expect(gridLayoutOf(1400, 'rows').columns).toBe(1)
})

test('a row is as high as its cards, three quarters of their width, with their text and the gap', () => {
  // Two columns of 157 px with a gap of 14, and four of 210 with gaps of 20.
  expect(gridLayoutOf(328, 'comfortable')).toEqual({ columns: 2, gap: 14, cardWidth: 157, rowHeight: 230 })
  expect(gridLayoutOf(900, 'comfortable')).toEqual({ columns: 4, gap: 20, cardWidth: 210, rowHeight: 276 })
  expect(gridLayoutOf(900, 'compact')).toEqual({
    columns: 6,
    gap: 14,
    cardWidth: expect.closeTo(138.33, 1),
    rowHeight: 216,
  })
})

test('a card more fits exactly where its least width and the gap do', () => {
  expect(gridLayoutOf(3 * 176 + 2 * 20, 'comfortable').columns).toBe(3)
  expect(gridLayoutOf(3 * 176 + 2 * 20 - 1, 'comfortable').columns).toBe(2)
  expect(gridLayoutOf(499, 'comfortable').gap).toBe(14)
  expect(gridLayoutOf(500, 'comfortable').gap).toBe(20)
})

import { workSorts } from '@koedana/contract/filters.ts'
import { expect, test } from 'vitest'
import {
  columnGap,
  columnWidths,
  defaultColumns,
  directionOf,
  fittingColumns,
  orderAfterPress,
  readColumns,
  tableColumns,
} from './table.rules.ts'

test('a phone shows the rating beside the title, a wide window all that was chosen', () => {
  expect(fittingColumns(328, defaultColumns)).toEqual(['rating'])
  expect(fittingColumns(358, defaultColumns)).toEqual(['rating'])
  expect(fittingColumns(430, defaultColumns)).toEqual(['rating', 'price'])
  expect(fittingColumns(1100, defaultColumns)).toEqual([...defaultColumns])
  expect(fittingColumns(1400, tableColumns)).toEqual([...tableColumns])
  expect(fittingColumns(1400, ['price', 'artists'])).toEqual(['artists', 'price'])
  expect(fittingColumns(1400, [])).toEqual([])
})

test('whatever the width, the title keeps its room', () => {
  for (let width = 300; width < 2_500; width += 7) {
    const columns = fittingColumns(width, tableColumns)
    const taken = columns.reduce((sum, column) => sum + columnWidths[column] + columnGap, 0)
    expect(width - taken - 84).toBeGreaterThanOrEqual(width < 600 ? 144 : 220)
  }
})

test('a heading orders by the most first, and the other way round where lists know it', () => {
  expect(orderAfterPress('price', 'releaseDateDesc')).toBe('priceDesc')
  expect(orderAfterPress('price', 'priceDesc')).toBe('priceAsc')
  expect(orderAfterPress('price', 'priceAsc')).toBe('priceDesc')
  expect(orderAfterPress('sales', 'salesDesc')).toBe('salesDesc')
  expect(orderAfterPress('artists', 'salesDesc')).toBeUndefined()
})

test('each order marks at most one heading', () => {
  expect(directionOf('price', 'priceAsc')).toBe('ascending')
  expect(directionOf('releaseDate', 'releaseDateDesc')).toBe('descending')
  expect(directionOf('artists', 'releaseDateDesc')).toBeUndefined()
  for (const sort of workSorts)
    expect(tableColumns.filter((column) => directionOf(column, sort)).length).toBeLessThan(2)
})

test('stored columns are read back, and what means nothing is left out', () => {
  expect(readColumns(null)).toBe(defaultColumns)
  expect(readColumns('price artists nonsense')).toEqual(['artists', 'price'])
  expect(readColumns('')).toEqual([])
})

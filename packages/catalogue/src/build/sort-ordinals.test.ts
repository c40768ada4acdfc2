import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortOrdinals } from './sort-ordinals.ts'

const value = fc.oneof(
  fc.constant(Number.POSITIVE_INFINITY),
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.integer({ min: -(2 ** 45), max: 2 ** 45 }),
)

test('ordinals come in the order of their values, equal ones as they were', () => {
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const expected = [...values.keys()].sort((a, b) => compare(values[a] ?? 0, values[b] ?? 0) || a - b)
      expect([...sortOrdinals(Float64Array.from(values))]).toEqual(expected)
    }),
  )
})

const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)

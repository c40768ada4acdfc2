import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundAt, heightsOf, positionOfMax, positionOfMin } from './buckets.rules.ts'

const bounds = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 30 })
  .map((some) => [0, ...some.toSorted((a, b) => a - b)])

test('every inner position comes back from the bound it stands for', () => {
  fc.assert(
    fc.property(bounds, fc.nat(40), (from, position) => {
      const bound = boundAt(from, position)
      if (bound === undefined) return
      expect(positionOfMin(from, bound)).toBe(position)
      expect(positionOfMax(from, bound)).toBe(position)
    }),
  )
})

test('without a bound the thumbs stand at the ends', () => {
  expect(positionOfMin([0, 10, 20], undefined)).toBe(0)
  expect(positionOfMax([0, 10, 20], undefined)).toBe(3)
  expect([boundAt([0, 10, 20], 0), boundAt([0, 10, 20], 3)]).toEqual([undefined, undefined])
})

test('bars are seen however rare', () => {
  expect(heightsOf([0, 1, 100])).toEqual([0, 0.1, 1])
  expect(heightsOf([])).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundAt, heightsOf, placeOfMax, placeOfMin } from './buckets.rules.ts'

const bounds = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 30 })
  .map((some) => [0, ...some.toSorted((a, b) => a - b)])

test('every inner place comes back from the bound it stands for', () => {
  fc.assert(
    fc.property(bounds, fc.nat(40), (from, place) => {
      const bound = boundAt(from, place)
      if (bound === undefined) return
      expect(placeOfMin(from, bound)).toBe(place)
      expect(placeOfMax(from, bound)).toBe(place)
    }),
  )
})

test('without a bound the thumbs stand at the ends', () => {
  expect(placeOfMin([0, 10, 20], undefined)).toBe(0)
  expect(placeOfMax([0, 10, 20], undefined)).toBe(3)
  expect([boundAt([0, 10, 20], 0), boundAt([0, 10, 20], 3)]).toEqual([undefined, undefined])
})

test('bars are seen however rare', () => {
  expect(heightsOf([0, 1, 100])).toEqual([0, 0.1, 1])
  expect(heightsOf([])).toEqual([])
})

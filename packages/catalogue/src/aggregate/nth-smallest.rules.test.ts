import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNthSmallest } from './nth-smallest.rules.ts'

test('the bound is the number that stands there after sorting, ties and infinities included', () => {
  const value = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(Number.POSITIVE_INFINITY))
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 900, size: 'max' }),
      fc.nat(),
      (values, position) => {
        const wanted = 1 + (position % values.length)
        const room = Float64Array.from([...values, -100])
        expect(findNthSmallest(room, values.length, wanted)).toBe(
          Float64Array.from(values).sort()[wanted - 1],
        )
      },
    ),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOf } from './waveform.rules.ts'

test('a click between quiet points is seen, wherever it is', () => {
  fc.assert(
    fc.property(fc.nat(999), (at) => {
      const points = Array.from({ length: 1_000 }, (_, point) => (point === at ? 200 : 10))
      const bars = barsOf(points, 200)
      expect(bars).toHaveLength(200)
      expect(bars.indexOf(1)).toBe(Math.floor(at / 5))
    }),
  )
})

test('silence, few points and none are drawn as what they are', () => {
  expect(barsOf([], 200)).toEqual([])
  expect(barsOf([0, 0], 200)).toEqual([0, 0])
  expect(barsOf([50, 100, 25], 200)).toEqual([0.5, 1, 0.25])
})

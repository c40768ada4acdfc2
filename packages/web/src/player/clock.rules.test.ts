import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatClock } from './clock.rules.ts'

test('a clock shows hours only when there are any', () => {
  expect(formatClock(0)).toBe('0:00')
  expect(formatClock(247.9)).toBe('4:07')
  expect(formatClock(3847)).toBe('1:04:07')
})

test('an unknown length reads as zero', () => {
  expect(formatClock(Number.NaN)).toBe('0:00')
  expect(formatClock(Number.POSITIVE_INFINITY)).toBe('0:00')
})

test('reading a clock back gives the whole seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400_000 }), (seconds) => {
      const back = formatClock(seconds)
        .split(':')
        .reduce((sum, part) => sum * 60 + Number(part), 0)
      expect(back).toBe(seconds)
    }),
  )
})

import { expect, test } from 'vitest'
import { clampPosition } from './position.rules.ts'

test.each([
  [0, 30, 0],
  [29_999, 30, 29_999],
  [5_000_000, 30, 30_000],
  [5_000_000, 30.0004, 30_000],
  [5_000_000, null, 5_000_000],
  [5_000_000, 0, 5_000_000],
])('%d ms of a file of %d s is at %d ms', (position, duration, within) => {
  expect(clampPosition(position, duration)).toBe(within)
})

import { expect, test } from 'vitest'
import { createCpuUse, usedBetween } from './machine.ts'

test.each([
  [{ at: 0, worked: 0 }, { at: 1_000, worked: 500 }, 0.5],
  [{ at: 1_000, worked: 100 }, { at: 2_000, worked: 2_100 }, 2],
  [{ at: 5, worked: 5 }, { at: 5, worked: 9 }, 0],
  [{ at: 0, worked: 9 }, { at: 5, worked: 5 }, 0],
  [undefined, { at: 5, worked: 5 }, 0],
])('from %j to %j, %d of a core was used', (from, to, used) => {
  expect(usedBetween(from, to)).toBe(used)
})

test('work is seen', () => {
  const use = createCpuUse()
  const until = performance.now() + 50
  while (performance.now() < until) Math.sqrt(until)
  expect(use.used()).toBeGreaterThan(0)
  use.close()
})

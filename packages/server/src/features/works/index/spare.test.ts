import { catalogueOf } from '@koedana/catalogue/testing/generation-of.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createSpare } from './spare.ts'

afterEach(() => {
  vi.useRealTimers()
})

const left = () => ({
  catalogue: catalogueOf([]),
  memory: new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }),
})
const current = () => catalogueOf([])

test('a memory is handed out once, the newest that was kept', () => {
  const spare = createSpare()
  const [older, newer] = [left(), left()]
  expect(spare.take(current)).toBeUndefined()
  spare.keep(older, 10)
  spare.keep(newer, 10)
  expect(spare.take(current)).toBe(newer.memory)
  expect(spare.take(current)).toBeUndefined()
})

test('it is kept for a minute, or for six builds', () => {
  vi.useFakeTimers()
  const spare = createSpare()
  for (const [tookMs, keptMs] of [
    [10, 60_000],
    [20_000, 120_000],
  ] as const) {
    const some = left()
    spare.keep(some, tookMs)
    vi.advanceTimersByTime(keptMs - 1)
    expect(spare.take(current)).toBe(some.memory)
    spare.keep(some, tookMs)
    vi.advanceTimersByTime(keptMs)
    expect(spare.take(current)).toBeUndefined()
  }
})

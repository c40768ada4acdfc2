import { catalogueOf } from '@koedana/catalogue/testing/generation-of.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createSpare } from './spare-memory.ts'

afterEach(() => {
  vi.useRealTimers()
})

const current = () => catalogueOf([])
const left = () => ({
  catalogue: catalogueOf([]),
  current,
  memory: new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }),
})

test('a memory is handed out once, the newest that was kept', () => {
  const spare = createSpare()
  const [older, newer] = [left(), left()]
  expect(spare.take()).toBeUndefined()
  spare.keep(older, 10)
  spare.keep(newer, 10)
  expect(spare.take()).toBe(newer.memory)
  expect(spare.take()).toBeUndefined()
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
    expect(spare.take()).toBe(some.memory)
    spare.keep(some, tookMs)
    vi.advanceTimersByTime(keptMs)
    expect(spare.take()).toBeUndefined()
  }
})

test('a memory that another thread still reads is not handed out', () => {
  const read = left()
  const spare = createSpare((memory) => memory !== read.memory)
  spare.keep(read, 10)
  expect(spare.take()).toBeUndefined()
  const free = left()
  spare.keep(free, 10)
  expect(spare.take()).toBe(free.memory)
})

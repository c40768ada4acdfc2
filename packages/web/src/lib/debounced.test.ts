import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDebounced } from './debounced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it acts once after the last call, and again after the next', () => {
  const act = vi.fn<() => void>()
  const acting = createDebounced(100, act)
  for (let nth = 0; nth < 10; nth++) {
    acting.call()
    vi.advanceTimersByTime(60)
  }
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(40)
  expect(act).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
  acting.call()
  vi.advanceTimersByTime(100)
  expect(act).toHaveBeenCalledTimes(2)
})

test('what is called with each frame has one timer', () => {
  const acting = createDebounced(100, () => undefined)
  for (let nth = 0; nth < 10; nth++) acting.call()
  expect(vi.getTimerCount()).toBe(1)
})

test('it is given up', () => {
  const act = vi.fn<() => void>()
  const acting = createDebounced(100, act)
  acting.call()
  acting.stop()
  vi.advanceTimersByTime(1_000)
  expect(act).not.toHaveBeenCalled()
})

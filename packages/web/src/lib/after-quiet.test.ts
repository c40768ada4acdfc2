import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterQuiet } from './after-quiet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it acts once after the last that was noted, and again after the next', () => {
  const act = vi.fn<() => void>()
  const quiet = afterQuiet(100, act)
  for (let nth = 0; nth < 10; nth++) {
    quiet.note()
    vi.advanceTimersByTime(60)
  }
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(40)
  expect(act).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
  quiet.note()
  vi.advanceTimersByTime(100)
  expect(act).toHaveBeenCalledTimes(2)
})

test('what is noted with each frame has one timer', () => {
  const quiet = afterQuiet(100, () => undefined)
  for (let nth = 0; nth < 10; nth++) quiet.note()
  expect(vi.getTimerCount()).toBe(1)
})

test('it is given up', () => {
  const act = vi.fn<() => void>()
  const quiet = afterQuiet(100, act)
  quiet.note()
  quiet.stop()
  vi.advanceTimersByTime(1_000)
  expect(act).not.toHaveBeenCalled()
})

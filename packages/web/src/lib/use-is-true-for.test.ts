import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from './testing/render-hook.ts'
import { useIsTrueFor } from './use-is-true-for.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Renders the hook with a state that can be switched. */
function drawn() {
  let isSo = true
  const { values, after } = renderHook(() => useIsTrueFor(isSo, 250))
  return {
    values,
    pass: (milliseconds: number) => after(() => vi.advanceTimersByTime(milliseconds)),
    turn: (next: boolean) =>
      after(() => {
        isSo = next
      }),
  }
}

test('what is over sooner is never shown', () => {
  const { values, pass, turn } = drawn()
  pass(249)
  turn(false)
  pass(1_000)
  expect(values).not.toContain(true)
})

test('what lasts is shown until it is over, and begins anew', () => {
  const { values, pass, turn } = drawn()
  pass(250)
  expect(values.at(-1)).toBe(true)
  turn(false)
  expect(values.at(-1)).toBe(false)
  turn(true)
  pass(249)
  expect(values.at(-1)).toBe(false)
})

import { afterEach, expect, test, vi } from 'vitest'
import { renderHook } from './testing/render-hook.ts'
import { useOptimisticUrlValue } from './use-optimistic-url-value.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A list whose order is stored in the URL. */
function list(first: string) {
  let address = first
  const drawn = renderHook(() => useOptimisticUrlValue(address))
  const shown = () => drawn.values.at(-1)?.[0]
  return {
    shown,
    choose: (value: string) => drawn.after(() => drawn.values.at(-1)?.[1](value)),
    follow: (next: string) =>
      drawn.after(() => {
        address = next
      }),
    drawnSince: (at: number) => drawn.values.slice(at).map(([value]) => value),
    draws: () => drawn.values.length,
  }
}

test('what is chosen is shown before the address follows', () => {
  const { shown, choose } = list('new')
  expect(shown()).toBe('new')
  choose('sales')
  expect(shown()).toBe('sales')
})

test('once the address has followed, it is shown, and nothing in between', () => {
  const { choose, follow, drawnSince, draws } = list('new')
  choose('sales')
  const at = draws()
  follow('sales')
  expect(new Set(drawnSince(at))).toEqual(new Set(['sales']))
})

test('the address has the last word, also where it never had what was chosen', () => {
  const { shown, choose, follow, drawnSince, draws } = list('new')
  choose('sales')
  const at = draws()
  follow('rating')
  expect(new Set(drawnSince(at))).toEqual(new Set(['rating']))
  choose('price')
  follow('new')
  expect(shown()).toBe('new')
})

test('of two choices before the address follows the later is shown', () => {
  const { shown, choose, follow } = list('new')
  choose('sales')
  choose('rating')
  expect(shown()).toBe('rating')
  follow('sales')
  expect(shown()).toBe('sales')
  follow('rating')
  expect(shown()).toBe('rating')
})

test('an address that says the same as what was chosen is the same object', () => {
  let address: Record<string, unknown> = { genres: ['g1'] }
  const { values, after } = renderHook(() => useOptimisticUrlValue(address))
  const chosen = { genres: ['g1'], sort: 'sales', q: undefined }
  after(() => values.at(-1)?.[1](chosen))
  after(() => {
    address = { sort: 'sales', genres: ['g1'] }
  })
  expect(values.at(-1)?.[0]).toBe(chosen)
  after(() => {
    address = { sort: 'sales', genres: ['g2'] }
  })
  expect(values.at(-1)?.[0]).toBe(address)
})

import { afterEach, expect, test, vi } from 'vitest'
import { renderHook } from './testing/render-hook.ts'
import { useStableCallback } from './use-stable-callback.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the same function does what the last draw wants', () => {
  const done: string[] = []
  let wanted = 'first'
  const { values, after } = renderHook(() => {
    const now = wanted
    return useStableCallback((what: string) => void done.push(`${now} ${what}`))
  })
  values[0]?.('list')
  after(() => {
    wanted = 'second'
  })
  values[0]?.('list')
  expect(done).toEqual(['first list', 'second list'])
  expect(new Set(values).size).toBe(1)
})

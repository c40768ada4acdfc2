import { afterEach, expect, test, vi } from 'vitest'
import { drawnHook } from './testing/drawn-hook.ts'
import { useTold } from './use-told.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('whoever waits is told once that a part is there, however often it is drawn', () => {
  let [isThere, told] = [false, 0]
  const { after } = drawnHook(() =>
    useTold(isThere, () => {
      told += 1
    }),
  )
  expect(told).toBe(0)
  after(() => {
    isThere = true
  })
  after(() => undefined)
  expect(told).toBe(1)
})

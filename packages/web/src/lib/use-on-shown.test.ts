import { afterEach, expect, test, vi } from 'vitest'
import { renderHook } from './testing/render-hook.ts'
import { useOnShown } from './use-on-shown.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a listener is called once when a part is there, however often it is drawn', () => {
  let [isThere, calls] = [false, 0]
  const { after } = renderHook(() =>
    useOnShown(isThere, () => {
      calls += 1
    }),
  )
  expect(calls).toBe(0)
  after(() => {
    isThere = true
  })
  after(() => undefined)
  expect(calls).toBe(1)
})

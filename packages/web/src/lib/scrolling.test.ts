import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('who waits for rest goes on once the page is no longer scrolled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const page = new EventTarget()
  vi.stubGlobal('window', { requestIdleCallback: true })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('requestIdleCallback', (begin: () => void) => begin())
  vi.resetModules()
  const { rest } = await import('./scrolling.ts')
  const scroll = () => page.dispatchEvent(new Event('scroll'))
  scroll()
  await vi.advanceTimersByTimeAsync(16)
  scroll()
  const resting = vi.fn()
  void rest().then(resting)
  for (let frame = 0; frame < 30; frame++) {
    await vi.advanceTimersByTimeAsync(16)
    scroll()
  }
  expect(resting).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(400)
  expect(resting).toHaveBeenCalledOnce()
})

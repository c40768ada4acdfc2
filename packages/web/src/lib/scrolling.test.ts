import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function scrolled() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const page = new EventTarget()
  vi.stubGlobal('window', { requestIdleCallback: true })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('requestIdleCallback', (begin: (deadline: Pick<IdleDeadline, 'timeRemaining'>) => void) =>
    begin({ timeRemaining: () => 50 }),
  )
  vi.resetModules()
  const { waitForScrollEnd, areFramesLate } = await import('./scrolling.ts')
  return { waitForScrollEnd, areFramesLate, scroll: () => page.dispatchEvent(new Event('scroll')) }
}

test('a page is late while its frames come slowly, and no longer once it is at rest', async () => {
  const { areFramesLate, scroll } = await scrolled()
  const frames = async (ms: number) => {
    for (let frame = 0; frame < 3; frame++) {
      await vi.advanceTimersByTimeAsync(ms)
      scroll()
    }
  }
  await frames(16)
  expect(areFramesLate()).toBe(false)
  await frames(40)
  expect(areFramesLate()).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(areFramesLate()).toBe(false)
})

test('who waits for rest goes on once the page is no longer scrolled', async () => {
  const { waitForScrollEnd, scroll } = await scrolled()
  scroll()
  await vi.advanceTimersByTimeAsync(16)
  scroll()
  const resting = vi.fn()
  void waitForScrollEnd().then(resting)
  for (let frame = 0; frame < 30; frame++) {
    await vi.advanceTimersByTimeAsync(16)
    scroll()
  }
  expect(resting).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(400)
  expect(resting).toHaveBeenCalledOnce()
})

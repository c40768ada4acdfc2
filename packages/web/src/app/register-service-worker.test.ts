import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerServiceWorker } from './register-service-worker.ts'

let page = new EventTarget()
let registered: string[] = []

beforeEach(() => {
  page = new EventTarget()
  registered = []
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
  const register = async (path: string) => void registered.push(path)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const act = (type: string) => page.dispatchEvent(new Event(type))

test('it is registered once nobody has done anything for two seconds', () => {
  registerServiceWorker()
  vi.advanceTimersByTime(1_900)
  act('scroll')
  vi.advanceTimersByTime(1_900)
  act('keydown')
  vi.advanceTimersByTime(1_900)
  expect(registered).toEqual([])
  vi.advanceTimersByTime(200)
  expect(registered).toHaveLength(1)
  vi.advanceTimersByTime(120_000)
  expect(registered).toHaveLength(1)
})

test('who scrolls without pause has it after a minute, once', () => {
  registerServiceWorker()
  for (let second = 0; second < 59; second++) {
    vi.advanceTimersByTime(1_000)
    act('scroll')
  }
  expect(registered).toEqual([])
  vi.advanceTimersByTime(1_000)
  act('pointerdown')
  vi.advanceTimersByTime(5_000)
  expect(registered).toHaveLength(1)
})

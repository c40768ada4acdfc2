import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAfterFirstInput } from './load-after-first-input.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('parts are loaded once somebody acts, each once, and one that fails harms nothing', async () => {
  const loads = [vi.fn(async () => 'menu'), vi.fn(() => Promise.reject(new Error('offline')))]
  loadAfterFirstInput(loads)
  await vi.runAllTimersAsync()
  for (const load of loads) expect(load).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('pointermove'))
  page.dispatchEvent(new Event('keydown'))
  await vi.runAllTimersAsync()
  page.dispatchEvent(new Event('pointerdown'))
  await vi.runAllTimersAsync()
  for (const load of loads) expect(load).toHaveBeenCalledTimes(1)
})

test('who goes away loads nothing, before somebody acts and after it', async () => {
  const load = vi.fn(async () => 'menu')
  loadAfterFirstInput([load])()
  page.dispatchEvent(new Event('keydown'))
  const giveUp = loadAfterFirstInput([load])
  page.dispatchEvent(new Event('keydown'))
  giveUp()
  await vi.runAllTimersAsync()
  expect(load).not.toHaveBeenCalled()
})

test('parts are loaded one after the other, and none after who goes away', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const loads = [vi.fn(() => promise), vi.fn(async () => 'player'), vi.fn(async () => 'page')]
  const loaded = () => loads.map((load) => load.mock.calls.length)
  const giveUp = loadAfterFirstInput(loads)
  page.dispatchEvent(new Event('pointermove'))
  await vi.runAllTimersAsync()
  expect(loaded()).toEqual([1, 0, 0])
  resolve()
  await vi.advanceTimersToNextTimerAsync()
  expect(loaded()).toEqual([1, 1, 0])
  giveUp()
  await vi.runAllTimersAsync()
  expect(loaded()).toEqual([1, 1, 0])
})

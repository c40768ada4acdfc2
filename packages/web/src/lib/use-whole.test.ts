import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawnHook } from './testing/drawn-hook.ts'

/** Callbacks that wait until the browser has nothing else to do. */
let idle: (() => void)[] = []
let scroll = () => {}
let nowMs = 10_000

beforeEach(() => {
  idle = []
  vi.stubGlobal('requestIdleCallback', (begin: () => void) => idle.push(begin))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  vi.stubGlobal('performance', { now: () => nowMs })
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'scroll') scroll = listener
  })
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const load = async () => (await import('./use-whole.ts')).useWhole

test('on a page at rest a part is whole at once', async () => {
  const { values } = drawnHook(await load())
  expect(values).toEqual([true])
  expect(idle).toEqual([])
})

test('what comes while the page is scrolled is completed one by one, when there is time', async () => {
  const useWhole = await load()
  scroll()
  nowMs += 16
  scroll()
  const [first, second] = [drawnHook(useWhole), drawnHook(useWhole)]
  expect([first.values, second.values]).toEqual([[false], [false]])
  expect(idle).toHaveLength(1)
  first.after(() => idle.shift()?.())
  expect([first.values.at(-1), second.values.at(-1)]).toEqual([true, false])
  second.after(() => idle.shift()?.())
  expect(second.values.at(-1)).toBe(true)
  expect(idle).toEqual([])
})

test('a page that leaps once is at rest', async () => {
  const useWhole = await load()
  scroll()
  nowMs += 16
  expect(drawnHook(useWhole).values).toEqual([true])
})

test('a page that was scrolled a while ago is at rest', async () => {
  const useWhole = await load()
  scroll()
  nowMs += 16
  scroll()
  nowMs += 200
  expect(drawnHook(useWhole).values).toEqual([true])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from './testing/render-hook.ts'

/** Pending idle callbacks. */
let idle: ((deadline: Pick<IdleDeadline, 'timeRemaining'>) => void)[] = []
let scroll = () => {}
let nowMs = 10_000

beforeEach(() => {
  idle = []
  vi.stubGlobal('requestIdleCallback', (begin: (typeof idle)[number]) => idle.push(begin))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  vi.stubGlobal('performance', { now: () => nowMs })
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'scroll') scroll = listener
  })
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

/** Simulates an idle period of this length. */
const rest = (ms: number) => idle.shift()?.({ timeRemaining: () => ms })

const load = async () => (await import('./use-is-complete.ts')).useIsComplete

test('on a page at rest a part is whole at once', async () => {
  const { values } = renderHook(await load())
  expect(values).toEqual([true])
  expect(idle).toEqual([])
})

test('what comes while the page is scrolled is completed in order, as many as there is time for', async () => {
  const useWhole = await load()
  scroll()
  nowMs += 16
  scroll()
  const [first, second] = [renderHook(useWhole), renderHook(useWhole)]
  expect([first.values, second.values]).toEqual([[false], [false]])
  expect(idle).toHaveLength(1)
  first.after(() => rest(4))
  expect([first.values.at(-1), second.values.at(-1)]).toEqual([false, false])
  first.after(() => rest(12))
  expect([first.values.at(-1), second.values.at(-1)]).toEqual([true, false])
  second.after(() => rest(12))
  expect(second.values.at(-1)).toBe(true)
  expect(idle).toEqual([])
})

test('once the page is at rest it is completed, however little time there is', async () => {
  const useWhole = await load()
  scroll()
  nowMs += 16
  scroll()
  const part = renderHook(useWhole)
  part.after(() => rest(1))
  expect(part.values.at(-1)).toBe(false)
  nowMs += 200
  part.after(() => rest(1))
  expect(part.values.at(-1)).toBe(true)
})

test('a page that leaps once is at rest', async () => {
  const useWhole = await load()
  scroll()
  nowMs += 16
  expect(renderHook(useWhole).values).toEqual([true])
})

test('a page that was scrolled a while ago is at rest', async () => {
  const useWhole = await load()
  scroll()
  nowMs += 16
  scroll()
  nowMs += 200
  expect(renderHook(useWhole).values).toEqual([true])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from '../lib/testing/render-hook.ts'
import { useNearCards } from './use-near-cards.ts'

/** Square cards; ten rows are on screen. */
const list = { total: 1_000, columns: 4, rowHeight: 100 }

let frames = new Map<number, () => void>()
let page = new EventTarget()

beforeEach(() => {
  frames = new Map()
  page = new EventTarget()
  let last = 0
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('requestAnimationFrame', (begin: () => void) => {
    frames.set(++last, begin)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame))
  vi.stubGlobal('innerHeight', 980)
  scrollTo(0)
})
afterEach(() => vi.unstubAllGlobals())

const scrollTo = (pixels: number) => vi.stubGlobal('scrollY', pixels)

/** Runs the callbacks that were registered when the frame began. */
function drawFrame(): void {
  const due = [...frames.values()]
  frames.clear()
  for (const begin of due) begin()
}

function drawn() {
  const hook = renderHook(() => useNearCards(list, 0))
  const now = () => {
    const { from, end } = hook.values.at(-1) ?? { from: 0, end: 0 }
    return [from, end]
  }
  const scroll = (pixels: number) =>
    hook.after(() => {
      scrollTo(pixels)
      page.dispatchEvent(new Event('scroll'))
      drawFrame()
    })
  const rest = (most: number) => {
    for (let frame = 0; frame < most && frames.size > 0; frame++) hook.after(drawFrame)
  }
  return { now, scroll, rest }
}

test('what is on screen is drawn first, what is near a few cards a frame, and then no frame is asked for', () => {
  const { now, rest } = drawn()
  expect(now()).toEqual([0, 44])
  rest(3)
  expect(now()).toEqual([0, 48])
  rest(50)
  expect(now()).toEqual([0, 49])
  expect(frames.size).toBe(0)
})

test('a frame that was scrolled to draws its cards once, and what is missing follows without a scroll', () => {
  const { now, scroll, rest } = drawn()
  rest(50)
  scroll(90)
  expect(now()).toEqual([0, 51])
  scroll(190)
  expect(now()).toEqual([0, 53])
  rest(50)
  expect(now()).toEqual([0, 56])
})

test('a leap draws what is on screen at once', () => {
  const { now, scroll, rest } = drawn()
  rest(50)
  scroll(20_000)
  expect(now()).toEqual([800, 844])
  rest(50)
  expect(now()).toEqual([792, 849])
})

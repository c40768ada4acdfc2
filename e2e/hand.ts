/** Clicks an element and measures whether it moved. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export interface Hand {
  /** Acts, waits for everything that follows, and returns by how many pixels the element moved. */
  readonly shift: (thing: Locator, act: () => Promise<unknown>) => Promise<Shift>
}

export interface Shift {
  readonly x: number
  readonly y: number
}

export const still: Shift = { x: 0, y: 0 }

export function handOn(page: Page): Hand {
  const underWay = new Set<unknown>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  const settled = async () => {
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await expect.poll(() => underWay.size).toBe(0)
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  }
  return {
    shift: async (thing, act) => {
      await thing.scrollIntoViewIfNeeded()
      await settled()
      const before = await boxOf(thing)
      await act()
      await settled()
      const after = await boxOf(thing)
      return { x: Math.round(after.x - before.x), y: Math.round(after.y - before.y) }
    },
  }
}

async function boxOf(thing: Locator): Promise<Shift> {
  const box = await thing.boundingBox()
  if (!box) throw new Error('what was pressed is gone')
  return box
}

/** Swipes in a straight line. */
import type { Page } from 'playwright-core'

interface Point {
  readonly x: number
  readonly y: number
}

export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })
  await touch('touchStart', [from])
  for (let step = 1; step <= 5; step += 1) {
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * step) / 5, y: from.y + ((to.y - from.y) * step) / 5 },
    ])
  }
  await touch('touchEnd', [])
}

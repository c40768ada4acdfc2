/** Detects whether the page is being scrolled, so that work which can wait does not compete with frames. */
import { waitUntilIdle } from './when-idle.ts'

/** The page is at rest if no scroll event was fired for this long. */
const scrollEndMs = 150
let scrolledAtMs = Number.NEGATIVE_INFINITY
/** The time between the last two scroll events. While scrolling, there is one event per frame. */
let frameMs = 0
/** The time until which the page counts as scrolling. A single event does not count: it is a layout shift or a jump to an anchor. */
let scrollingUntilMs = Number.NEGATIVE_INFINITY
addEventListener(
  'scroll',
  () => {
    const now = performance.now()
    frameMs = now - scrolledAtMs
    if (frameMs <= scrollEndMs) scrollingUntilMs = now + scrollEndMs
    scrolledAtMs = now
  },
  { passive: true },
)

export const isScrollIdle = (): boolean => performance.now() > scrollingUntilMs

/** Returns whether the page renders less than 40 frames per second while it is scrolled. */
export const areFramesLate = (): boolean => !isScrollIdle() && frameMs > 25

/** Resolves when the page is at rest and the browser is idle. */
export async function waitForScrollEnd(): Promise<void> {
  while (!isScrollIdle()) await new Promise((resolve) => setTimeout(resolve, scrollEndMs))
  await waitUntilIdle()
}

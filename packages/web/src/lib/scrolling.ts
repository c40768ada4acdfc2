/** Whether the page is being scrolled: a frame has no room for what can wait then. */
import { idle } from './when-idle.ts'

/** A page that was not scrolled for so long is at rest. */
const restMs = 150
let scrolledAtMs = Number.NEGATIVE_INFINITY
/** The time between the last two events: a page under way has one a frame. */
let frameMs = 0
/** The instant until which the page is under way. A leap is one event alone: what was above became higher, or a link leads there. */
let movesUntilMs = Number.NEGATIVE_INFINITY
addEventListener(
  'scroll',
  () => {
    const now = performance.now()
    frameMs = now - scrolledAtMs
    if (frameMs <= restMs) movesUntilMs = now + restMs
    scrolledAtMs = now
  },
  { passive: true },
)

export const isAtRest = (): boolean => performance.now() > movesUntilMs

/** A page that is drawn less than 40 times a second while it is scrolled has no time for anything more. */
export const isLate = (): boolean => !isAtRest() && frameMs > 25

/** Resolves when the page is at rest and there is nothing to draw. */
export async function rest(): Promise<void> {
  while (!isAtRest()) await new Promise((resolve) => setTimeout(resolve, restMs))
  await idle()
}

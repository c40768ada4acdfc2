/** Delays parts of the page that are not needed while it is scrolled, and completes them in idle time. */
import { useEffect, useState } from 'react'
import { areFramesLate, isScrollIdle } from './scrolling.ts'
import { onceIdle } from './when-idle.ts'

/** Returns true at once on a page at rest. During scrolling it returns false until the browser is idle. */
export function useIsComplete(): boolean {
  const [isWhole, setWhole] = useState(isScrollIdle)
  useEffect(() => {
    if (isWhole) return
    const complete = () => setWhole(true)
    pendingCompletions.add(complete)
    completeNext()
    return () => void pendingCompletions.delete(complete)
  }, [isWhole])
  return isWhole
}

/** Pending callbacks, in the order of their mount. */
const pendingCompletions = new Set<() => void>()

let isDue = false
/** The time to complete one part, including the frame that follows. */
const partMs = 8

/**
 * Completes as many parts as there is idle time for. During scrolling it completes one at most, because the next frame may come early; none
 * if frames are already late.
 */
function completeNext(): void {
  if (isDue || pendingCompletions.size === 0) return
  isDue = true
  onceIdle((remainingMs) => {
    isDue = false
    const spare = Math.floor(remainingMs / partMs)
    const room = isScrollIdle() ? Math.max(1, spare) : areFramesLate() ? 0 : Math.min(1, spare)
    for (const complete of [...pendingCompletions].slice(0, room)) {
      pendingCompletions.delete(complete)
      complete()
    }
    completeNext()
  })
}

/** Delays parts of the page that are not needed while it is scrolled, and completes them in idle time. */
import { useEffect, useState } from 'react'
import { isAtRest, isLate } from './scrolling.ts'
import { onceIdle } from './when-idle.ts'

/** Returns true at once on a page at rest. During scrolling it returns false until the browser is idle. */
export function useWhole(): boolean {
  const [isWhole, setWhole] = useState(isAtRest)
  useEffect(() => {
    if (isWhole) return
    const complete = () => setWhole(true)
    unfinished.add(complete)
    completeNext()
    return () => void unfinished.delete(complete)
  }, [isWhole])
  return isWhole
}

/** Pending callbacks, in the order of their mount. */
const unfinished = new Set<() => void>()

let isDue = false
/** The time to complete one part, including the frame that follows. */
const eachMs = 8

/**
 * Completes as many parts as there is idle time for. During scrolling it completes one at most, because the next frame may come early; none
 * if frames are already late.
 */
function completeNext(): void {
  if (isDue || unfinished.size === 0) return
  isDue = true
  onceIdle((remainingMs) => {
    isDue = false
    const spare = Math.floor(remainingMs / eachMs)
    const room = isAtRest() ? Math.max(1, spare) : isLate() ? 0 : Math.min(1, spare)
    for (const complete of [...unfinished].slice(0, room)) {
      unfinished.delete(complete)
      complete()
    }
    completeNext()
  })
}

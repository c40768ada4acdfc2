/** Parts that need not be there while the page is scrolled past them: a frame has no room for them, the time between two has. */
import { useEffect, useState } from 'react'
import { isAtRest, isLate } from './scrolling.ts'
import { onceIdle } from './when-idle.ts'

/** True at once on a page at rest. What comes while it is scrolled is not whole until the browser has nothing else to do. */
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

/** They stand in the order in which they came. */
const unfinished = new Set<() => void>()

let isDue = false
/** The time that one may take, and the frame that is due after it. */
const eachMs = 8

/**
 * As many as there is time for; one at most of a page that is scrolled, whose next frame may come early. Where cards come as fast
 * as they can be drawn there is time for none.
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

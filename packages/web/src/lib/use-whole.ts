/** Parts that need not be there while the page is scrolled past them: a frame has no room for them, the time between two has. */
import { useEffect, useState } from 'react'
import { isAtRest } from './scrolling.ts'
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

/** In the order in which they came. */
const unfinished = new Set<() => void>()

let isDue = false

/** One at a time: a frame may be due after each. */
function completeNext(): void {
  if (isDue || unfinished.size === 0) return
  isDue = true
  onceIdle(() => {
    isDue = false
    const [next] = unfinished
    if (next) unfinished.delete(next)
    next?.()
    completeNext()
  })
}

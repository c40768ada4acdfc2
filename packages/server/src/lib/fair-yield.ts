/** Lets many callers take turns with short pieces of work (about 1 ms), so that the event loop runs in between. */

/** Returns a function whose promises resolve in order of the calls, one per turn of the event loop. */
export function createFairYield(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const next = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(next)
    })
}

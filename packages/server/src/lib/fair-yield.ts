/** Work of a millisecond that many want at once: between two pieces of it the event loop serves everybody else. */

/** Resolves for one caller each time round the event loop, in the order of calls. */
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

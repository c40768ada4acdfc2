/**
 * Loads chunks in idle time, one after the other, so that a press which needs one is not queued behind all of them. Returns a function that
 * cancels it.
 */
export function loadWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  let giveUp = () => {}
  const loadNext = ([load, ...others]: typeof loads) => {
    if (!load) return
    let isWanted = true
    const goOn = () => isWanted && loadNext(others)
    // If a load fails, the press loads the chunk again.
    const end = onceIdle(() => void load().then(goOn, goOn))
    giveUp = () => {
      isWanted = false
      end()
    }
  }
  loadNext(loads)
  return () => giveUp()
}

export const waitUntilIdle = () => new Promise<void>((resolve) => void onceIdle(() => resolve()))

/** Calls `begin` when idle, with the milliseconds until the next frame. Returns a function that cancels it. */
export function onceIdle(begin: (spareMs: number) => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, 500, 50)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback((deadline) => begin(deadline.timeRemaining()))
  return () => cancelIdleCallback(callback)
}

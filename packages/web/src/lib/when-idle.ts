/**
 * Loads parts of the page when idle, one after the other: who presses for one waits neither for its file nor until all others
 * are requested. Returns how to give them up.
 */
export function whenAllIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  let giveUp = () => {}
  const loadNext = ([load, ...others]: typeof loads) => {
    if (!load) return
    let isWanted = true
    const goOn = () => isWanted && loadNext(others)
    // A part that cannot be loaded now is loaded by the press.
    const end = onceIdle(() => void load().then(goOn, goOn))
    giveUp = () => {
      isWanted = false
      end()
    }
  }
  loadNext(loads)
  return () => giveUp()
}

/** Resolves when there is nothing to draw. */
export const idle = () => new Promise<void>((resolve) => void onceIdle(() => resolve()))

/** `begin` gets how many milliseconds there are until the next frame is due. Returns how to give it up. */
export function onceIdle(begin: (spareMs: number) => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, 500, 50)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback((deadline) => begin(deadline.timeRemaining()))
  return () => cancelIdleCallback(callback)
}

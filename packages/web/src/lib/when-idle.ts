/** Loads parts of the page when idle, in a task each, so that who presses for one does not wait. Returns how to give them up. */
export function whenAllIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const ends = loads.map(whenIdle)
  return () => {
    for (const end of ends) end()
  }
}

/** Resolves when there is nothing to draw. */
export const idle = () =>
  new Promise<void>((resolve) => {
    whenIdle(async () => resolve())
  })

function whenIdle(load: () => Promise<unknown>): () => void {
  // A part that cannot be loaded now is loaded by the press.
  const begin = () => void load().catch(() => undefined)
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, 500)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback(begin)
  return () => cancelIdleCallback(callback)
}

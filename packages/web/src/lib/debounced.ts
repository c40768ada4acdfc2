export interface Debounced {
  /** Restarts the wait. */
  readonly call: () => void
  /** Cancels the pending call and ignores later ones. */
  readonly stop: () => void
}

/**
 * Calls `act` once `call` was not called for `ms`. Cheap enough to call on every frame: it sets no new timer each time; a timer that fires
 * too early waits for the remaining time.
 */
export function createDebounced(ms: number, act: () => void): Debounced {
  let calledAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    const remainingMs = calledAtMs + ms - performance.now()
    timer = remainingMs > 0 ? setTimeout(check, remainingMs) : undefined
    if (!timer) act()
  }
  return {
    call: () => {
      calledAtMs = performance.now()
      timer ??= setTimeout(check, ms)
    },
    stop: () => clearTimeout(timer),
  }
}

export interface Debounced {
  /** Has it act once it was called no more for so long. */
  readonly call: () => void
  /** It never acts again. */
  readonly stop: () => void
}

/**
 * Acts once it was not called for `ms`. It may be called with every frame, for which it sets no timer each time: one that is due
 * too early waits for the rest.
 */
export function debounced(ms: number, act: () => void): Debounced {
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

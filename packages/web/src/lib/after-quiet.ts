export interface AfterQuiet {
  /** Something happened: the wait begins anew. */
  readonly note: () => void
  /** It never acts again. */
  readonly stop: () => void
}

/**
 * Acts once nothing was noted for `ms`. What is noted with every frame sets no timer each time: one that is due too early waits
 * for the rest.
 */
export function afterQuiet(ms: number, act: () => void): AfterQuiet {
  let notedAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    const remainingMs = notedAtMs + ms - performance.now()
    timer = remainingMs > 0 ? setTimeout(check, remainingMs) : undefined
    if (!timer) act()
  }
  return {
    note: () => {
      notedAtMs = performance.now()
      timer ??= setTimeout(check, ms)
    },
    stop: () => clearTimeout(timer),
  }
}

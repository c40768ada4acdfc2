export interface BackOff {
  readonly firstWaitMs: number
  readonly mostWaitMs: number
}

/** Returns how long to wait after a number of failures in a row; `luck` (0 to 1) spreads those who were lost together. */
export function backOffMs(failures: number, { firstWaitMs, mostWaitMs }: BackOff, luck: number): number {
  const wait = Math.min(mostWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))
  return wait * (0.75 + luck / 4)
}

export interface BackOffLimits {
  readonly firstWaitMs: number
  readonly maxWaitMs: number
}

/**
 * Returns the wait in milliseconds after a number of consecutive failures. `luck` (0 to 1) adds jitter, so that clients do not retry at
 * once.
 */
export function backOffMs(
  failures: number,
  { firstWaitMs, maxWaitMs }: BackOffLimits,
  jitter: number,
): number {
  const wait = Math.min(maxWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))
  return wait * (0.75 + jitter / 4)
}

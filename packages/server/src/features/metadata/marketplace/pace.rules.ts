/**
 * Decides when the marketplace is called again: gaps, waits after a rejection, and the circuit breaker. All durations are milliseconds.
 */

/** Parses a Retry-After header in seconds or as a date (RFC 9110 §10.2.3). Returns undefined if it is missing or invalid. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const requested = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(requested)) return Number(requested) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(requested) ? Date.parse(requested) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Returns the delay before the next attempt: 1 s doubled with each attempt, up to 60 s, times a random factor from 0.5 to 1. */
export const backOffMs = (attempt: number, random: number): number =>
  Math.round(Math.min(60_000, 1_000 * 2 ** (attempt - 1)) * (0.5 + random / 2))

/** Returns the rest of a gap. A clock that was set back never makes a gap longer. */
export const remainingGapMs = (last: number | undefined, gap: number, now: number): number =>
  last === undefined || now < last ? 0 : Math.max(0, last + gap - now)

/** If the server demands a longer wait, the breaker opens instead and calls fail at once. */
export const maxWaitMs = 120_000

/** This many consecutive failed calls open the breaker. */
export const maxConsecutiveFaults = 5

export interface Breaker {
  /** Number of consecutive failed calls. */
  readonly faults: number
  /** Every call fails at once until this time, and the first one after it is a probe. Undefined if the breaker is closed. */
  readonly openUntil: number | undefined
}

export const closedBreaker: Breaker = { faults: 0, openUntil: undefined }

/** `probing` allows one call with a single attempt, whose result closes or reopens the breaker. */
export function breakerStateOf({ openUntil }: Breaker, now: number): 'closed' | 'open' | 'probing' {
  if (openUntil === undefined) return 'closed'
  return now < openUntil ? 'open' : 'probing'
}

/** Opens the breaker for 30 s at first, then twice as long after each failed probe, up to 15 minutes. */
export function afterFault({ faults }: Breaker, now: number): Breaker {
  const further = faults + 1 - maxConsecutiveFaults
  if (further < 0) return { faults: faults + 1, openUntil: undefined }
  return { faults: faults + 1, openUntil: now + Math.min(900_000, 30_000 * 2 ** Math.min(further, 10)) }
}

/** Opens the breaker until `until`, because the server demands a longer wait than `maxWaitMs`. */
export const afterRefusal = (breaker: Breaker, until: number): Breaker => ({
  faults: Math.max(breaker.faults, maxConsecutiveFaults - 1),
  openUntil: Math.max(breaker.openUntil ?? 0, until),
})

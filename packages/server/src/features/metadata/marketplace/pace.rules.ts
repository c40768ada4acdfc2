/** Decides when the marketplace is called again: gaps, waits after a refusal, and the breaker. Durations are milliseconds. */

/** Reads the wait that the server requires, in seconds or as a date; undefined if it requires none. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const requested = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(requested)) return Number(requested) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(requested) ? Date.parse(requested) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Doubles with every try; between half of it and the whole, so that nobody comes back in step. */
export const backOffMs = (attempt: number, random: number): number =>
  Math.round(Math.min(60_000, 1_000 * 2 ** (attempt - 1)) * (0.5 + random / 2))

/** A clock that was put back never makes a gap longer. */
export const gapLeft = (last: number | undefined, gap: number, now: number): number =>
  last === undefined || now < last ? 0 : Math.max(0, last + gap - now)

/** A server that requires more than this is left alone, and nobody waits for it. */
export const longestWaitMs = 120_000

/** This many calls that fail one after another open the breaker. */
export const breakingFaults = 5

export interface Breaker {
  /** Calls in a row that did not get through. */
  readonly faults: number
  /** Every call fails at once until then; the first after it is a probe. Undefined if it is closed. */
  readonly openUntil: number | undefined
}

export const closedBreaker: Breaker = { faults: 0, openUntil: undefined }

/** Closed: as it should be. Probing: one try, and no more, shows whether it is over. */
export function breakerStateOf({ openUntil }: Breaker, now: number): 'closed' | 'open' | 'probing' {
  if (openUntil === undefined) return 'closed'
  return now < openUntil ? 'open' : 'probing'
}

/** The breaker opens for half a minute at first, then twice as long with every probe in vain, up to a quarter of an hour. */
export function afterFault({ faults }: Breaker, now: number): Breaker {
  const further = faults + 1 - breakingFaults
  if (further < 0) return { faults: faults + 1, openUntil: undefined }
  return { faults: faults + 1, openUntil: now + Math.min(900_000, 30_000 * 2 ** Math.min(further, 10)) }
}

/** The server demands a longer wait than anybody would wait. */
export const afterRefusal = (breaker: Breaker, until: number): Breaker => ({
  faults: Math.max(breaker.faults, breakingFaults - 1),
  openUntil: Math.max(breaker.openUntil ?? 0, until),
})

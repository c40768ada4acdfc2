/** How many works one transaction takes: nobody else can write for longer than that. */

export const leastWorks = 20
export const mostWorks = 500
/**
 * Milliseconds: other writers wait for one transaction at most. On PostgreSQL each takes some thirty queries to a
 * server, whatever its size, and a short one is spent on those.
 */
export const wantedMs = { sqlite: 20, postgres: 100 } as const

/** The time while somebody waits to write: a shorter one costs half of what is stored in a second. */
export const wantedBesideOthersMs = 8

export interface Taken {
  readonly works: number
  /** Milliseconds. */
  readonly took: number
  /** The time that it should have taken. */
  readonly wanted: number
}

/** Returns the next size, from the last transaction: it falls at once and grows slowly. */
export function nextBatchSize({ works, took, wanted }: Taken): number {
  const fitting = (works * wanted) / Math.max(took, 0.1)
  return Math.round(Math.min(mostWorks, Math.max(leastWorks, Math.min(fitting, works * 1.25))))
}

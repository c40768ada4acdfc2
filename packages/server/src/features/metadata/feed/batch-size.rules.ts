/** Adapts the number of works per import transaction, so that other writers never wait long. */

export const minWorks = 20
export const maxWorks = 500
/**
 * Target milliseconds per transaction, which other writers wait for. PostgreSQL gets more, since each transaction sends about thirty
 * queries to a server, whatever its size.
 */
export const targetMs = { sqlite: 20, postgres: 100 } as const

/** Target milliseconds while other writers wait. A shorter transaction would halve the works imported per second. */
export const targetMsWithWaiters = 8

export interface BatchTiming {
  readonly works: number
  readonly took: number
  /** Target milliseconds. */
  readonly wanted: number
}

/** Returns the size of the next batch from the last transaction. It shrinks at once and grows by at most a quarter. */
export function nextBatchSize({ works, took, wanted }: BatchTiming): number {
  const fitting = (works * wanted) / Math.max(took, 0.1)
  return Math.round(Math.min(maxWorks, Math.max(minWorks, Math.min(fitting, works * 1.25))))
}

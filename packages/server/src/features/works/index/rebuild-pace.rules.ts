/** Limits how often a generation is rebuilt while bulk changes keep arriving: each build takes a CPU core from requests. */

/** All times are milliseconds of one monotonic clock. */
export interface RebuildPace {
  /** When the last build ended; the startup time before the first one. */
  readonly builtAt: number
  readonly tookMs: number
  readonly changedAt: number
  /** The number of works and names in bulk changes since the last build. */
  readonly bulk: number
  /** The previous build, and the number of changes between the two. */
  readonly before: { readonly builtAt: number; readonly bulk: number }
}

export const startPace = (now: number): RebuildPace => ({
  builtAt: now,
  tookMs: 0,
  changedAt: now,
  bulk: 0,
  before: { builtAt: now, bulk: 0 },
})

export const afterChanges = (pace: RebuildPace, now: number, bulk: number): RebuildPace => ({
  ...pace,
  changedAt: now,
  bulk: pace.bulk + bulk,
})

export const afterBuild = (pace: RebuildPace, now: number, tookMs: number): RebuildPace => ({
  ...pace,
  builtAt: now,
  tookMs,
  bulk: 0,
  before: { builtAt: pace.builtAt, bulk: pace.bulk },
})

/** Builds take at most one fifth of the time while changes keep arriving. */
const buildFraction = 5

/** After this pause, bulk work counts as finished: an import pauses for a second between two transactions, which may take another. */
const quietMs = 2_500

/** Returns the milliseconds until the next build may begin; 0 if it may begin now. */
export function untilRebuild({ builtAt, tookMs, changedAt }: RebuildPace, now: number): number {
  const rested = builtAt + (buildFraction - 1) * tookMs
  return Math.max(0, Math.min(rested, changedAt + quietMs) - now)
}

/** A delta is searched row by row. Above this many works and names, that is slower than rebuilding. */
export const maxDelta = 2_000

/** Minimum delta for bulk changes, so that small tasks are visible immediately. */
const minBulkDelta = 250
/** The fraction of works in a delta for bulk changes: a small catalog is rebuilt faster than a large delta would slow its lists. */
const bulkFraction = 200

/** Returns the maximum works and names in the delta for bulk changes; further ones wait for a new generation. */
const maxBulkDelta = (works: number): number =>
  Math.min(maxDelta, Math.max(minBulkDelta, Math.floor(works / bulkFraction)))

/**
 * Returns the remaining room for bulk changes. It is 0 if they arrive so fast that they fill the delta before the next build. A
 * few works would appear some seconds sooner, but all lists would be slower.
 */
export function bulkRoom(works: number, { tookMs, bulk, before }: RebuildPace, now: number): number {
  const room = maxBulkDelta(works)
  const rate = (before.bulk + bulk) / (now - before.builtAt)
  return rate * buildFraction * tookMs > room ? 0 : room
}

/** During a build, changes by people and restrictions may exceed the limit: slower lists are better than wrong ones. */
export const maxUrgentDelta = 4 * maxDelta

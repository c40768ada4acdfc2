/**
 * How often a generation is built anew while changes keep coming in bulk: each build takes a core from those who are served.
 */

/** Instants and durations are milliseconds of one monotonic clock. */
export interface RebuildPace {
  /** The time at which the last build ended; that of the start before the first one. */
  readonly builtAt: number
  /** How long it took. */
  readonly tookMs: number
  /** The time at which a change was last seen. */
  readonly changedAt: number
  /** How many works and names have come in bulk since the last build. */
  readonly bulk: number
  /** The build before that one, and how many came between the two. */
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

/** Building takes at most this part of the time, one in five, while changes keep coming. */
const share = 5

/** Changes that pause for this long have come to their end: an import rests for a second between two transactions that may take another. */
const quietMs = 2_500

/** Returns how many milliseconds remain until the next build may begin; 0 if it may begin now. */
export function untilRebuild({ builtAt, tookMs, changedAt }: RebuildPace, now: number): number {
  const rested = builtAt + (share - 1) * tookMs
  return Math.max(0, Math.min(rested, changedAt + quietMs) - now)
}

/** A delta is searched row by row: past this many works and names it is slower than to build anew. */
export const largestDelta = 2_000

/** A delta of changes that came in bulk has room for at least this many: what a task does now and then is seen at once. */
const leastBulkDelta = 250
/** One in so many works: a small catalogue is built anew in less time than its lists would lose by a large delta. */
const bulkShare = 200

/** Returns how many works and names a delta holds where changes come in bulk, which wait for a new generation beyond that. */
const largestBulkDelta = (works: number): number =>
  Math.min(largestDelta, Math.max(leastBulkDelta, Math.floor(works / bulkShare)))

/**
 * Returns the same, and 0 while so many keep coming that they fill the delta before the next build may begin: a few works would be
 * seen some seconds sooner, and all lists would go through them.
 */
export function bulkRoom(works: number, { tookMs, bulk, before }: RebuildPace, now: number): number {
  const room = largestBulkDelta(works)
  const rate = (before.bulk + bulk) / (now - before.builtAt)
  return rate * share * tookMs > room ? 0 : room
}

/** While a new generation is built, acts of people and restrictions still find room: slower lists are better than wrong ones. */
export const largestUrgentDelta = 4 * largestDelta

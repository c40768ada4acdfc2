/**
 * How work in bulk leaves the machine to people: while somebody is served it rests after each transaction. Ages and
 * durations are milliseconds.
 */

/** Announcements of one server lie at least this far apart. */
const announceEveryMs = 500
/** Changes in bulk come several times a second: what stores them rests, or is over, where none came for this long. */
const bulkMs = 5_000
/** Whoever was served lately is likely to be served again. */
const peopleMs = 1_000

export interface Serving {
  /** The time since a request came. */
  readonly servedAgoMs: number
  /** The time since changes in bulk were read. */
  readonly bulkAgoMs: number
  /** The time since this server announced that it serves people. */
  readonly announcedAgoMs: number
}

/** Whether a server announces that it serves people: only if somebody stores in bulk, who heeds it. */
export const isToAnnounce = ({ servedAgoMs, bulkAgoMs, announcedAgoMs }: Serving): boolean =>
  servedAgoMs <= peopleMs && bulkAgoMs <= bulkMs && announcedAgoMs >= announceEveryMs

/** An announcement is heeded for this long: some may come late, from a machine that has much to do. */
export const heededMs = 3_000
/** How long a rest is, in times of the transaction before it: two thirds of the time belong to people, and so does most of what they wait for. */
const restShare = 2
/** One transaction that had to wait for the disk must not hold up the next for longer than this. */
export const longestRestMs = 1_000

export interface Stored {
  /** The time that the last transaction took. */
  readonly tookMs: number
  /** The time since a server announced that it serves people; infinite if none did. */
  readonly announcedAgoMs: number
}

/** Returns how long to rest before the next transaction. */
export const restAfter = ({ tookMs, announcedAgoMs }: Stored): number =>
  announcedAgoMs > heededMs ? 0 : Math.min(restShare * tookMs, longestRestMs)

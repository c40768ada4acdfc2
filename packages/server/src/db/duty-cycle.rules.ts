/**
 * Lets bulk work yield to users: while a server handles requests, bulk work pauses after each transaction. All ages and durations
 * are in milliseconds.
 */

const announceIntervalMs = 500
/** Bulk changes arrive several times per second. If none came for this long, the bulk work is paused or over. */
const bulkActiveMs = 5_000
/** After a request, more requests are likely for this long. */
const servingMs = 1_000

export interface ServingState {
  readonly servedAgoMs: number
  readonly bulkAgoMs: number
  readonly announcedAgoMs: number
}

/** Returns whether to announce that this server handles requests. That is needed only while bulk work is running. */
export const shouldAnnounce = ({ servedAgoMs, bulkAgoMs, announcedAgoMs }: ServingState): boolean =>
  servedAgoMs <= servingMs && bulkAgoMs <= bulkActiveMs && announcedAgoMs >= announceIntervalMs

/** How long an announcement stays valid: on a busy machine, the next one may come late. */
export const announcementValidMs = 3_000
/** The pause as a multiple of the transaction before it, so that two thirds of the time are left for requests. */
const pauseFactor = 2
/** Limits the pause after a transaction that was slow only because of the disk. */
export const maxRestMs = 1_000

export interface BulkState {
  readonly tookMs: number
  /** The time since a server announced that it handles requests; infinite if none did. */
  readonly announcedAgoMs: number
}

export const pauseAfter = ({ tookMs, announcedAgoMs }: BulkState): number =>
  announcedAgoMs > announcementValidMs ? 0 : Math.min(pauseFactor * tookMs, maxRestMs)

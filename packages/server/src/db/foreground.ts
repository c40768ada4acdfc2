/**
 * People go first: servers of one PostgreSQL announce that they serve somebody while changes come in bulk, and whoever
 * stores in bulk rests between its transactions. A process of ours goes behind by its priority, but the one that PostgreSQL
 * has for it does not. SQLite is written by the process itself, and needs none of this.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isToAnnounce, restAfter } from './duty-cycle.rules.ts'
import { type Database, directUrlOf, listen } from './open.ts'

const channel = 'koedana_foreground'

/** A server's side. Both calls cost next to nothing, and neither fails. */
export interface Foreground {
  /** Call it at each request that somebody waits for. */
  readonly served: () => void
  /** Call it when changes in bulk were read. */
  readonly bulkRead: () => void
}

export function createForeground({ dialect, write }: Pick<Database, 'dialect' | 'write'>): Foreground {
  const never = Number.NEGATIVE_INFINITY
  let [servedAt, bulkAt, announcedAt] = [never, never, never]
  const announce = (now: number) => {
    const serving = {
      servedAgoMs: now - servedAt,
      bulkAgoMs: now - bulkAt,
      announcedAgoMs: now - announcedAt,
    }
    if (dialect.name === 'sqlite' || !isToAnnounce(serving)) return
    announcedAt = now
    // An announcement that is lost is followed by the next.
    sql`select pg_notify(${channel}, '')`.execute(write).catch(() => {})
  }
  return {
    served: () => {
      servedAt = performance.now()
      announce(servedAt)
    },
    bulkRead: () => {
      bulkAt = performance.now()
      announce(bulkAt)
    },
  }
}

/** The side of whoever stores in bulk. */
export interface BulkPace {
  /** Resolves when the next transaction may begin. */
  readonly rested: () => Promise<void>
  /** Call it when a transaction has ended, with the milliseconds that it took. */
  readonly stored: (tookMs: number) => void
  readonly close: () => Promise<void>
}

/**
 * Follows what servers announce. Without a connection for that there is no rest: what is stored in bulk is stored all the
 * same. `wait` takes milliseconds.
 */
export async function openBulkPace(
  { location }: Pick<Database, 'location'>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<BulkPace> {
  const url = directUrlOf(location)
  let announcedAt = Number.NEGATIVE_INFINITY
  let last = { tookMs: 0, endedAt: Number.NEGATIVE_INFINITY }
  const onNotification = () => {
    announcedAt = performance.now()
  }
  const heard = { onNotification, lost: () => {} }
  const stop = url === undefined ? undefined : await listen(url, channel, heard).catch(() => undefined)
  return {
    rested: async () => {
      const now = performance.now()
      const restMs = restAfter({ tookMs: last.tookMs, announcedAgoMs: now - announcedAt })
      const remainingMs = last.endedAt + restMs - now
      if (remainingMs > 0) await wait(remainingMs)
    },
    stored: (tookMs) => {
      last = { tookMs, endedAt: performance.now() }
    },
    close: async () => stop?.(),
  }
}

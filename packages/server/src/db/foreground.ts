/**
 * Gives users priority over bulk work on PostgreSQL: servers announce that they handle requests while bulk changes arrive, and bulk
 * writers then pause between transactions. Process priority does not help, because PostgreSQL does the work in its own processes.
 * SQLite needs none of this: the writing process does its work itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pauseAfter, shouldAnnounce } from './duty-cycle.rules.ts'
import { type Database, directUrlOf, listen } from './open.ts'

const channel = 'koedana_foreground'

/** The side of a server. Both functions are cheap and never fail. */
export interface Foreground {
  /** Call it on each request that a user waits for. */
  readonly served: () => void
  /** Call it after reading bulk changes. */
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
    if (dialect.name === 'sqlite' || !shouldAnnounce(serving)) return
    announcedAt = now
    // If an announcement is lost, the next one follows soon.
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

/** The side of a bulk writer. */
export interface BulkPace {
  /** Resolves when the next transaction may begin. */
  readonly rested: () => Promise<void>
  /** Call it after each transaction with its duration in milliseconds. */
  readonly stored: (tookMs: number) => void
  readonly close: () => Promise<void>
}

/** Listens for announcements. If listening fails, bulk work runs without pauses. `wait` takes milliseconds. */
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
  const listener = { onNotification, lost: () => {} }
  const stop = url === undefined ? undefined : await listen(url, channel, listener).catch(() => undefined)
  return {
    rested: async () => {
      const now = performance.now()
      const restMs = pauseAfter({ tookMs: last.tookMs, announcedAgoMs: now - announcedAt })
      const remainingMs = last.endedAt + restMs - now
      if (remainingMs > 0) await wait(remainingMs)
    },
    stored: (tookMs) => {
      last = { tookMs, endedAt: performance.now() }
    },
    close: async () => stop?.(),
  }
}

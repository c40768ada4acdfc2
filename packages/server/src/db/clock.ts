/** The clock of the database: servers that share it agree on leases and days, whatever their own clocks say. */
import { sql } from 'kysely'
import type { Log } from '../lib/log.ts'
import type { Database } from './open.ts'

const measureEveryMs = 60_000
/** A person should know of more: certificates and signatures of others are judged by the clock of the machine. */
const wrongMs = 5_000

/** Leases last for seconds, and waits for others for a day at most. */
export const longestLeaseMs = 2 * 86_400_000

/** A lease that ends later than this was taken by a clock that was wrong, and is over. */
export const endOfLongestLease = (at: string): string =>
  new Date(Date.parse(at) + longestLeaseMs).toISOString()

/**
 * Returns a clock that measures its difference from the database now and again while it is used. SQLite has the clock of
 * its machine. Rejects if the database does not say what time it is.
 */
export async function openClock(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  log: Log,
  machine: () => number = Date.now,
): Promise<() => Date> {
  if (dialect.name === 'sqlite') return () => new Date(machine())
  let [offsetMs, measuredAt] = [0, machine()]
  const measure = async () => {
    const sent = machine()
    measuredAt = sent
    const { rows } = await sql<{ ms: number | string }>`
      select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(read)
    const received = machine()
    const difference = Number(rows[0]?.ms) - (sent + received) / 2
    // Less than the way there and back took is no difference.
    offsetMs = Math.abs(difference) <= received - sent ? 0 : Math.round(difference)
  }
  await measure()
  if (Math.abs(offsetMs) > wrongMs)
    log.warn({ offsetMs }, 'the clock of this machine differs from that of the database, which counts')
  return () => {
    const at = machine()
    // Where the database is away, the last measure holds.
    if (Math.abs(at - measuredAt) > measureEveryMs) measure().catch(() => {})
    return new Date(at + offsetMs)
  }
}

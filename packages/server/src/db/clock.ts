/** The clock of the database. Nodes that share it agree on leases and days, whatever their own clocks show. */
import { sql } from 'kysely'
import type { Log } from '../lib/log.ts'
import type { Database } from './open.ts'

const measureIntervalMs = 60_000
/** Larger offsets are logged: certificates and signatures of other servers are checked by the machine's clock. */
const maxClockOffsetMs = 5_000

/** Leases last for seconds, and waits for other nodes for a day at most. */
export const maxLeaseMs = 2 * 86_400_000

/** Returns the latest plausible end of a lease. A later end was written with a wrong clock and counts as expired. */
export const maxLeaseEnd = (at: string): string => new Date(Date.parse(at) + maxLeaseMs).toISOString()

/**
 * Returns a clock that corrects the machine's time by the measured offset to the database, refreshed while it is used. With SQLite,
 * it is the machine's clock. Rejects if the database cannot report its time.
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
    // An offset below the round-trip time is noise.
    offsetMs = Math.abs(difference) <= received - sent ? 0 : Math.round(difference)
  }
  await measure()
  if (Math.abs(offsetMs) > maxClockOffsetMs)
    log.warn({ offsetMs }, 'the clock of this machine differs from that of the database, which counts')
  return () => {
    const at = machine()
    // If the database is unreachable, the last measurement stays.
    if (Math.abs(at - measuredAt) > measureIntervalMs) measure().catch(() => {})
    return new Date(at + offsetMs)
  }
}

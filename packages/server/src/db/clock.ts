/** The clock of the database: servers that share it agree on leases and days, whatever their own clocks say. */
import { sql } from 'kysely'
import type { Log } from '../lib/log.ts'
import type { Database } from './open.ts'

export interface Clock {
  readonly now: () => Date
  readonly close: () => void
}

const measureEveryMs = 60_000
/** What a person should know of: certificates and signatures of others are judged by the clock of the machine. */
const wrongMs = 5_000

/** SQLite has the clock of its machine. Throws if the database does not say what time it is. */
export async function openClock(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  log: Log,
  machine: () => number = Date.now,
): Promise<Clock> {
  if (dialect.name === 'sqlite') return { now: () => new Date(machine()), close: () => {} }
  let offsetMs = 0
  const measure = async () => {
    const asked = machine()
    const { rows } = await sql<{ ms: number | string }>`
      select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(read)
    const received = machine()
    const difference = Number(rows[0]?.ms) - (asked + received) / 2
    // Less than the way there and back took is no difference.
    offsetMs = Math.abs(difference) <= received - asked ? 0 : Math.round(difference)
  }
  await measure()
  if (Math.abs(offsetMs) > wrongMs)
    log.warn({ offsetMs }, 'the clock of this machine differs from that of the database, which counts')
  // Where the database is away, the last measure holds.
  const timer = setInterval(() => void measure().catch(() => {}), measureEveryMs).unref()
  return { now: () => new Date(machine() + offsetMs), close: () => clearInterval(timer) }
}

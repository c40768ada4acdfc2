/** Readers that see the same snapshot, so that long reads can be split into parts and threads. */
import { sql } from 'kysely'
import { createSerialQueue } from '../lib/queues.ts'
import { latestSeq } from './changes.ts'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/** Runs reads of one connection in order. */
export type Reader = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/** A snapshot of the database that another transaction holds open. */
export interface Moment {
  readonly seq: number
  /** The exported snapshot ID of PostgreSQL. On SQLite, others get the same data only if nothing is written. */
  readonly snapshot: string | undefined
}

type Source = Pick<Database, 'read' | 'dialect'>

/** Holds a snapshot open until `use` ends. */
export const atMoment = <T>(
  source: Source,
  use: (reader: Reader, moment: Moment) => Promise<T>,
): Promise<T> =>
  begin(source).execute(async (db) => {
    const seq = await latestSeq(db)
    const snapshot = source.dialect.name === 'sqlite' ? undefined : await exportSnapshot(db)
    return use(readerOf(db), { seq, snapshot })
  })

/** Thrown if something was written since the snapshot to be joined. */
export class MomentPassed extends Error {}

/**
 * Reads in a snapshot that another thread or caller holds. On SQLite both readers are the same, because reads run in the calling
 * thread. On PostgreSQL each has its own process.
 */
export const joinMoment = <T>(
  source: Source,
  { seq, snapshot }: Moment,
  use: (first: Reader, second: Reader) => Promise<T>,
): Promise<T> => {
  if (snapshot === undefined)
    return begin(source).execute(async (db) => {
      if ((await latestSeq(db)) !== seq) throw new MomentPassed()
      const reader = readerOf(db)
      return use(reader, reader)
    })
  const joined = <R>(act: (reader: Reader) => Promise<R>): Promise<R> =>
    begin(source).execute(async (db) => {
      await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(db)
      await readPlainly(db)
      return act(readerOf(db))
    })
  return joined((first) => joined((second) => use(first, second)))
}

async function exportSnapshot(db: Db): Promise<string | undefined> {
  await readPlainly(db)
  const exported = sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`
  return (await exported.execute(db)).rows[0]?.snapshot
}

/** Disables parallel workers and JIT: these readers use all cores already, so both would only take longer. */
async function readPlainly(db: Db): Promise<void> {
  await sql`set local max_parallel_workers_per_gather = 0`.execute(db)
  await sql`set local jit = off`.execute(db)
}

const begin = ({ read }: Source) => read.transaction().setIsolationLevel('repeatable read')

function readerOf(db: Db): Reader {
  const queue = createSerialQueue()
  return (read) => queue.run(() => read(db))
}

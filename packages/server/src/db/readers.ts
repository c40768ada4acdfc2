/** Readers that see the same snapshot, so that long reads can be split into parts and threads. */
import { sql } from 'kysely'
import { createSerialQueue } from '../lib/queues.ts'
import { latestSeq } from './changes.ts'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/** Runs reads of one connection in order. */
export type RunRead = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/** A snapshot of the database that another transaction holds open. */
export interface Snapshot {
  readonly seq: number
  /** The exported snapshot ID of PostgreSQL. On SQLite, others get the same data only if nothing is written. */
  readonly snapshot: string | undefined
}

type Source = Pick<Database, 'read' | 'dialect'>

/** Holds a snapshot open until `use` ends. */
export const holdSnapshot = <T>(
  source: Source,
  use: (reader: RunRead, moment: Snapshot) => Promise<T>,
): Promise<T> =>
  begin(source).execute(async (db) => {
    const seq = await latestSeq(db)
    const snapshot = source.dialect.name === 'sqlite' ? undefined : await exportSnapshot(db)
    return use(readerOf(db), { seq, snapshot })
  })

/** Thrown if something was written since the snapshot to be joined. */
export class SnapshotPassedError extends Error {}

/**
 * Reads in a snapshot that another thread or caller holds. On SQLite both readers are the same, because reads run in the calling
 * thread. On PostgreSQL each has its own process.
 */
export const joinSnapshot = <T>(
  source: Source,
  { seq, snapshot }: Snapshot,
  use: (first: RunRead, second: RunRead) => Promise<T>,
): Promise<T> => {
  if (snapshot === undefined)
    return begin(source).execute(async (db) => {
      if ((await latestSeq(db)) !== seq) throw new SnapshotPassedError()
      const reader = readerOf(db)
      return use(reader, reader)
    })
  const joined = <R>(act: (reader: RunRead) => Promise<R>): Promise<R> =>
    begin(source).execute(async (db) => {
      await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(db)
      await disableParallelism(db)
      return act(readerOf(db))
    })
  return joined((first) => joined((second) => use(first, second)))
}

async function exportSnapshot(db: Db): Promise<string | undefined> {
  await disableParallelism(db)
  const exported = sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`
  return (await exported.execute(db)).rows[0]?.snapshot
}

/** Disables parallel workers and JIT: these readers use all cores already, so both would only take longer. */
async function disableParallelism(db: Db): Promise<void> {
  await sql`set local max_parallel_workers_per_gather = 0`.execute(db)
  await sql`set local jit = off`.execute(db)
}

const begin = ({ read }: Source) => read.transaction().setIsolationLevel('repeatable read')

function readerOf(db: Db): RunRead {
  const queue = createSerialQueue()
  return (read) => queue.run(() => read(db))
}

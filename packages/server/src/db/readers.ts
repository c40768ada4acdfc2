/** Readers that see the same rows, whatever is written meanwhile: what takes long is read in several parts, and threads, at once. */
import { sql } from 'kysely'
import { createSerialQueue } from '../lib/queues.ts'
import { latestSeq } from './changes.ts'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/** What one reader is given it reads in that order. */
export type Reader = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/** A moment of the database that somebody holds. */
export interface Moment {
  /** The last change that it contains. */
  readonly seq: number
  /** The name by which PostgreSQL lets others read it; on SQLite they find it as long as nothing is written. */
  readonly snapshot: string | undefined
}

type Source = Pick<Database, 'read' | 'dialect'>

/** Holds a moment until `use` ends. */
export const atMoment = <T>(
  source: Source,
  use: (reader: Reader, moment: Moment) => Promise<T>,
): Promise<T> =>
  begin(source).execute(async (db) => {
    const seq = await latestSeq(db)
    const snapshot = source.dialect.name === 'sqlite' ? undefined : await exportSnapshot(db)
    return use(readerOf(db), { seq, snapshot })
  })

/** Something was written since the moment that was to be joined. */
export class MomentPassed extends Error {}

/**
 * Reads at a moment that somebody else holds, from another thread too. The two readers are one on SQLite, which reads in
 * the thread that calls; PostgreSQL has a process for each.
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

/** These readers take all cores as it is: processes beside theirs, and statements that are compiled first, only take longer. */
async function readPlainly(db: Db): Promise<void> {
  await sql`set local max_parallel_workers_per_gather = 0`.execute(db)
  await sql`set local jit = off`.execute(db)
}

const begin = ({ read }: Source) => read.transaction().setIsolationLevel('repeatable read')

function readerOf(db: Db): Reader {
  const queue = createSerialQueue()
  return (read) => queue.run(() => read(db))
}

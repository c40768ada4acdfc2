/** Readers that see the same rows, whatever is written meanwhile: what takes long is read in several parts at once. */
import { sql } from 'kysely'
import { createSerialQueue } from '../lib/queues.ts'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/** What one reader is given it reads in that order. */
export type Reader = <T>(read: (db: Db) => Promise<T>) => Promise<T>

export interface Readers {
  readonly first: Reader
  readonly second: Reader
  readonly third: Reader
}

type Source = Pick<Database, 'read' | 'dialect'>

/** The three are one on SQLite, which reads in the thread that asks; PostgreSQL has a process for each. */
export const withReaders = <T>(source: Source, use: (readers: Readers) => Promise<T>): Promise<T> =>
  begin(source).execute(async (transaction) => {
    const first = readerOf(transaction)
    if (source.dialect.name === 'sqlite') return use({ first, second: first, third: first })
    const exported = sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`
    const snapshot = (await exported.execute(transaction)).rows[0]?.snapshot
    const beside = <R>(act: (reader: Reader) => Promise<R>): Promise<R> =>
      begin(source).execute(async (db) => {
        await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(db)
        return act(readerOf(db))
      })
    return beside((second) => beside((third) => use({ first, second, third })))
  })

const begin = ({ read }: Source) => read.transaction().setIsolationLevel('repeatable read')

function readerOf(db: Db): Reader {
  const queue = createSerialQueue()
  return (read) => queue.run(() => read(db))
}

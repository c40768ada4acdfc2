/** Two readers that see the same rows, whatever is written meanwhile: what takes long is read in two halves at once. */
import { sql } from 'kysely'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/**
 * Two transactions that see the same, where the database reads for each in a process of its own. The same one twice on SQLite, which
 * reads in the thread that asks.
 */
export interface TwoReaders {
  readonly first: Db
  readonly second: Db
}

type Source = Pick<Database, 'read' | 'dialect'>

export const withTwoReaders = <T>(source: Source, use: (readers: TwoReaders) => Promise<T>): Promise<T> =>
  begin(source).execute(async (first) => {
    if (source.dialect.name === 'sqlite') return use({ first, second: first })
    const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(first)
    return begin(source).execute(async (second) => {
      await sql`set transaction snapshot ${sql.lit(rows[0]?.snapshot)}`.execute(second)
      return use({ first, second })
    })
  })

const begin = ({ read }: Source) => read.transaction().setIsolationLevel('repeatable read')

/** Writes a day's numbers, and reads those of one work. */
import { insertRows } from '../../db/insert-rows.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { WorkStatsTable } from '../../db/tables/catalogue.ts'
import { countedColumns, type Numbers } from './stats.rules.ts'

export interface DayNumbers {
  /** Days since 1970-01-01, UTC. */
  readonly day: number
  readonly works: readonly (Numbers & { readonly key: number })[]
}

const replaced = countedColumns.map((column) => `${column} = excluded.${column}`).join(', ')

/** Within the transaction that changes the works. The later of two writes on a day stands. */
export function saveStats(database: Database, tx: Db, { day, works }: DayNumbers): Promise<void> {
  return insertRows(database, tx, {
    table: 'work_stats_daily',
    columns: ['work_key', 'day', ...countedColumns],
    rows: works.map((work) => ({ ...work, work_key: work.key, day })),
    onConflict: `(work_key, day) do update set ${replaced}`,
  })
}

/** Oldest first. */
export function listHistory(db: Db, key: number): Promise<WorkStatsTable[]> {
  return db.selectFrom('work_stats_daily').selectAll().where('work_key', '=', key).orderBy('day').execute()
}

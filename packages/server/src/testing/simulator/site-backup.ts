/** Restores the rows of a site's database while its nodes run, as when an administrator restores an older backup. */
import { renewEpoch } from '../../db/changes.ts'
import { appliedMigrations } from '../../db/migrate.ts'
import type { Database } from '../../db/open.ts'
import {
  clearRows,
  type RowTable,
  type RowValues,
  readCounters,
  readRows,
  tablesAfterMigrations,
  writeCounters,
  writeRows,
} from '../../db/rows.ts'

export type PutBack = () => Promise<void>

/** Saves all rows in memory. Returns a function that restores them. */
export async function backUp(database: Database): Promise<PutBack> {
  const tables = await tablesAfterMigrations(await appliedMigrations(database))
  const saved = await database.write.transaction().execute(async (tx) => {
    const rows: (readonly [RowTable, RowValues[]])[] = []
    for (const table of tables) {
      const ofTable: RowValues[] = []
      for await (const row of readRows(tx, table)) ofTable.push(row)
      rows.push([table, ofTable])
    }
    return { rows, counters: await readCounters(tx, tables) }
  })
  const { dialect } = database
  return () =>
    database.write.transaction().execute(async (tx) => {
      await clearRows(tx, tables)
      for (const [table, rows] of saved.rows) await writeRows({ dialect }, tx, { ...table, rows })
      await writeCounters(tx, tables, saved.counters)
      await renewEpoch(tx)
    })
}

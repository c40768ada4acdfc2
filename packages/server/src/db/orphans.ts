/** Rows that name others which are not there: engines look at what is written, never at what lies there already. */
import { sql } from 'kysely'
import { takenSteps } from './migrate.ts'
import type { Reading } from './open.ts'
import { columnsOf, inMigrated, type Readable } from './shape.ts'

export interface Orphans {
  readonly count: number
  readonly table: string
  readonly column: string
  readonly parent: string
  /** The statement that ends it as the engine would have, in the SQL of both. */
  readonly statement: string
}

/** Checks every reference that the migrations make, also those that PostgreSQL takes on trust. */
export async function findOrphans(reading: Reading): Promise<Orphans[]> {
  const references = await inMigrated(await takenSteps(reading), referencesOf)
  const there = new Set((await columnsOf(reading)).map(({ table, name }) => `${table}.${name}`))
  const found: Orphans[] = []
  for (const reference of references) {
    const { table, column, parent, parentColumn } = reference
    if (!there.has(`${table}.${column}`) || !there.has(`${parent}.${parentColumn}`)) continue
    const { rows } = await sql<{ count: string | number }>`
      select count(*) as count from ${sql.table(table)} as child where ${sql.ref(`child.${column}`)} is not null
      and not exists (select 1 from ${sql.table(parent)} as parent
        where ${sql.ref(`parent.${parentColumn}`)} = ${sql.ref(`child.${column}`)})`.execute(reading.read)
    const count = Number(rows[0]?.count)
    if (count > 0) found.push({ count, table, column, parent, statement: statementFor(reference) })
  }
  return found
}

interface Reference {
  readonly table: string
  readonly column: string
  readonly parent: string
  readonly parentColumn: string
  readonly isRequired: number
  readonly onDelete: string
}

async function referencesOf({ read }: Readable): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select m.name as "table", f."from" as "column", f."table" as parent, f."to" as "parentColumn",
      c."notnull" as "isRequired", f.on_delete as "onDelete"
    from sqlite_master as m, pragma_foreign_key_list(m.name) as f, pragma_table_info(m.name) as c
    where m.type = 'table' and c.name = f."from" order by 1, 2`.execute(read)
  return rows
}

function statementFor({ table, column, parent, parentColumn, isRequired, onDelete }: Reference): string {
  const orphaned = `"${column}" not in (select "${parentColumn}" from "${parent}")`
  return isRequired === 1 || onDelete === 'CASCADE'
    ? `delete from "${table}" where ${orphaned}`
    : `update "${table}" set "${column}" = null where ${orphaned}`
}

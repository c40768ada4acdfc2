/**
 * `node scripts/store-schema.ts [LAST-STEP]`: stores the schema after this migration, or after all, with two rows per table, as SQL that
 * both engines read. Every released schema is stored in this way, and `db/upgrade.test.ts` migrates each.
 */
import { writeFileSync } from 'node:fs'
import { CompiledQuery, sql } from 'kysely'
import { applyMigrations, readMigrationState } from '../packages/server/src/db/migrate.ts'
import { openInMemory } from '../packages/server/src/db/open.ts'
import { tablesAfterMigrations } from '../packages/server/src/db/rows.ts'
import { referencesOf } from '../packages/server/src/db/shape.ts'

const folder = new URL('../packages/server/src/db/testing/schemas/', import.meta.url)
const rowsOfTable = [1, 2] as const

/** Values that later migrations interpret, instead of only copying them. */
const sampleValues: Readonly<Record<string, readonly [string, string]>> = {
  'user.username': ['Kaoru', 'ｋａｏｒｕ2'],
  'storage.kind': ['local', 'local'],
  'work.age_category': ['r18', 'all'],
  'change.subject': ['work', 'user'],
  'schedule.task_order': ['{"kind":"clean_works"}', '{"kind":"sync_works"}'],
  'task.kind': ['sync_works', 'clean_works'],
  'task.status': ['finished', 'failed'],
}

const database = openInMemory()
const { pending } = await readMigrationState(database)
const last = process.argv[2] ?? pending.at(-1) ?? ''
const steps = pending.filter((step) => step <= last)
await applyMigrations(database, steps)
const references = await referencesOf(database)
const lines = [...(await statements()), ...(await inserts())]
await database.close()
const file = new URL(`${last}.sql`, folder)
writeFileSync(file, `${lines.join('\n')}\n`)
console.log(`${lines.length} statements after ${steps.length} steps are in ${file.pathname}.`)
async function statements(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select sql as text from sqlite_master where sql is not null and name not like 'sqlite_%'
    order by type desc, rootpage`.execute(database.read)
  return rows.map(({ text }) => `${text.replaceAll(/\s+/g, ' ')};`)
}

async function inserts(): Promise<string[]> {
  const lines = steps.map(
    (step) =>
      `insert into "kysely_migration" ("name", "timestamp") values ('${step}', '2026-01-01T00:00:00.000Z');`,
  )
  for (const { name, columns } of await tablesAfterMigrations(steps)) {
    const types = await typesOf(name)
    for (const row of rowsOfTable) {
      const values = columns.map((column) =>
        cellOf({ table: name, column, row, type: types.get(column) ?? '' }),
      )
      const names = columns.map((column) => `"${column}"`).join(', ')
      const line = `insert into "${name}" (${names}) values (${values.join(', ')});`
      // Executing the row here detects constraint errors early.
      await database.write.executeQuery(CompiledQuery.raw(line))
      lines.push(line)
    }
  }
  return lines
}

async function typesOf(table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_info(${table})`.execute(database.read)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

interface Cell {
  readonly table: string
  readonly column: string
  readonly row: number
  readonly type: string
}

function cellOf({ table, column, row, type }: Cell): string {
  const reference = references.find((one) => one.table === table && one.column === column)
  if (reference && reference.parent === table) return row === 1 ? 'null' : '1'
  if (reference) return cellOf({ table: reference.parent, column: reference.parentColumn, row, type })
  const known = sampleValues[`${table}.${column}`]?.[row - 1]
  if (known !== undefined) return `'${known}'`
  if (/text|varchar/i.test(type)) {
    if (/_at$|_until$|_since$/.test(column)) return `'2026-01-0${row}T00:00:00.000Z'`
    if (/^(options|summary|checkpoint|pace)$/.test(column)) return `'{}'`
    return `'${table} ${column} ${row}'`
  }
  return /double/i.test(type) ? `${row}.5` : String(row)
}

/** Compares the schema of a database with that of the migrations, which are run in memory for this. */
import { sql } from 'kysely'
import { appliedMigrations, applyMigrations, readMigrationState } from './migrate.ts'
import { type Database, openInMemory, type Reading } from './open.ts'
import { type DatabaseSchema, findMissing, hasMoreThan, type MissingParts } from './shape.rules.ts'

export type Readable = Pick<Reading, 'read' | 'dialect'>

/** Lists everything that the applied migrations create and that is missing. */
export async function missingParts(reading: Readable): Promise<MissingParts> {
  const expected = await schemaAfterMigrations(await appliedMigrations(reading))
  return findMissing(await readSchema(reading), expected)
}

/** Returns migrations that are not recorded although their parts exist: the record is corrupted, and applying them would fail midway. */
export async function findUnrecordedMigrations(reading: Readable): Promise<readonly string[]> {
  const { taken, pending } = await readMigrationState(reading)
  if (pending.length === 0) return []
  const isGap = taken.some((name) => name > (pending[0] ?? ''))
  const shapes = {
    taken: await schemaAfterMigrations(taken),
    full: await schemaAfterMigrations([...taken, ...pending].toSorted()),
  }
  if (!isGap && !hasMoreThan(await readSchema(reading), shapes)) return []
  // Another process may have applied them meanwhile.
  return (await appliedMigrations(reading)).length === taken.length ? pending : []
}

/** Recreates missing indexes. Another process may do the same concurrently. */
export async function createMissingIndexes(
  { write, ...reading }: Readable & Pick<Database, 'write'>,
  names: readonly string[],
): Promise<void> {
  const { indexes } = await schemaAfterMigrations(await appliedMigrations(reading))
  for (const name of names) {
    const statement = indexes.get(name) ?? ''
    await sql
      .raw(statement.replace(/^create (unique )?index /i, 'create $1index if not exists '))
      .execute(write)
  }
}

/**
 * Returns a function that runs `read` on a memory database with some migrations applied. Each list of migrations runs once per
 * process, which takes about 100 ms; a start needs up to three.
 */
export function cachePerMigrations<T>(
  read: (reading: Readable) => Promise<T>,
): (steps: readonly string[]) => Promise<T> {
  const results = new Map<string, Promise<T>>()
  return (steps) => {
    const key = steps.join()
    const known = results.get(key)
    if (known) return known
    const result = withMigratedDatabase(steps, read)
    results.set(key, result)
    result.catch(() => results.delete(key))
    return result
  }
}

async function withMigratedDatabase<T>(
  steps: readonly string[],
  act: (reading: Readable) => Promise<T>,
): Promise<T> {
  const made = openInMemory()
  try {
    await applyMigrations(made, steps)
    return await act(made)
  } finally {
    await made.close()
  }
}

const schemaAfterMigrations = cachePerMigrations(readSchema)

async function readSchema(reading: Readable): Promise<DatabaseSchema> {
  const [columns, uniques, indexes] = [
    await columnsOf(reading),
    await uniquesOf(reading),
    await indexesOf(reading),
  ]
  return {
    tables: new Map(
      [...Map.groupBy(columns, ({ table }) => table)].map(([table, rows]) => [
        table,
        new Set(rows.map(({ name }) => name)),
      ]),
    ),
    uniques: new Set([...Map.groupBy(uniques, ({ table, no }) => `${table} ${no}`).values()].map(wordsOfKey)),
    indexes: new Map(indexes.map(({ name, definition }) => [name, definition])),
  }
}

const wordsOfKey = (rows: Parts['uniques']) =>
  `${rows[0]?.table} (${rows
    .map(({ name }) => name)
    .toSorted()
    .join(', ')})`

interface Parts {
  readonly columns: readonly { readonly table: string; readonly name: string }[]
  /** One column of a constraint or primary key each. */
  readonly uniques: readonly { readonly table: string; readonly no: string; readonly name: string }[]
  readonly indexes: readonly { readonly name: string; readonly definition: string }[]
}

export async function columnsOf({ read, dialect }: Readable): Promise<Parts['columns']> {
  const columns = sql<Parts['columns'][number]>
  const { rows } = await (dialect.name === 'sqlite'
    ? columns`
        select m.name as "table", c.name from sqlite_master as m, pragma_table_info(m.name) as c
        where m.type = 'table'`
    : columns`
        select c.relname as "table", a.attname as name from pg_class as c
        join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text = any(current_schemas(false)::text[])`
  ).execute(read)
  // Kysely and SQLite have tables of their own.
  return rows.filter(({ table }) => !/^(kysely|sqlite)_/.test(table))
}

async function uniquesOf({ read, dialect }: Readable): Promise<Parts['uniques']> {
  const uniques = sql<Parts['uniques'][number]>
  const { rows } = await (dialect.name === 'sqlite'
    ? uniques`
        select m.name as "table", l.name as "no", i.name
        from sqlite_master as m, pragma_index_list(m.name) as l, pragma_index_info(l.name) as i
        where m.type = 'table' and l.origin = 'u'
        union all
        select m.name, 'primary', c.name from sqlite_master as m, pragma_table_info(m.name) as c
        where m.type = 'table' and c.pk > 0`
    : uniques`
        select c.relname as "table", u.conname as "no", a.attname as name from pg_constraint as u
        join pg_class as c on c.oid = u.conrelid
        join pg_attribute as a on a.attrelid = c.oid and a.attnum = any(u.conkey)
        where u.contype in ('p', 'u') and c.relnamespace::regnamespace::text = any(current_schemas(false)::text[])`
  ).execute(read)
  return rows.filter(({ table }) => !/^(kysely|sqlite)_/.test(table))
}

async function indexesOf({ read, dialect }: Readable): Promise<Parts['indexes']> {
  const indexes = sql<Parts['indexes'][number]>
  const { rows } = await (dialect.name === 'sqlite'
    ? indexes`select name, sql as definition from sqlite_master where type = 'index' and sql is not null`
    : indexes`
        select indexname as name, indexdef as definition from pg_indexes
        where schemaname = any(current_schemas(false))`
  ).execute(read)
  return rows
}

export interface Reference {
  readonly table: string
  readonly column: string
  readonly parent: string
  readonly parentColumn: string
  readonly isRequired: number
  readonly onDelete: string
}

/** Lists the references of a migrated database in memory. PostgreSQL lacks some of the constraints. */
export async function referencesOf({ read }: Readable): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select m.name as "table", f."from" as "column", f."table" as parent, f."to" as "parentColumn",
      c."notnull" as "isRequired", f.on_delete as "onDelete"
    from sqlite_master as m, pragma_foreign_key_list(m.name) as f, pragma_table_info(m.name) as c
    where m.type = 'table' and c.name = f."from" order by 1, 2`.execute(read)
  return rows
}

/** Reads and writes works for an import. `entities.store.ts` has the entities. */
import { numberFields } from '@koedana/contract/field-lists.ts'
import { sql } from 'kysely'
import { columnOf } from '../../../db/number-columns.rules.ts'
import type { Database } from '../../../db/open.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { chunksOf, insertRows } from '../../../db/statements.ts'
import type { FeedColumns, StoredWork, WorkLists } from './ingest.ts'
import type { MergeResult } from './merge.rules.ts'

export const feedColumns = [
  'key',
  'id',
  'name',
  'kana',
  'age_category',
  ...numberFields.map(columnOf),
  'released_on',
  'availability',
  'maker_key',
  'series_key',
  'edition_of_key',
  'added_at',
  'created_at',
  'updated_at',
  'feed_hash',
  'origin',
] as const satisfies readonly (keyof FeedColumns)[]

export async function findColumns(tx: Db, keys: readonly number[]): Promise<Map<number, FeedColumns>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.selectFrom('work').select(feedColumns).where('key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.key, row]))
}

export async function findAttached(
  tx: Db,
  rows: ReadonlyMap<number, FeedColumns>,
): Promise<Map<number, StoredWork>> {
  const keys = [...rows.keys()]
  if (keys.length === 0) return new Map()
  const names = await tx.selectFrom('work_name').selectAll().where('work_key', 'in', keys).execute()
  const languages = await tx
    .selectFrom('work_language')
    .selectAll()
    .where('work_key', 'in', keys)
    .orderBy('language')
    .execute()
  const credits = await tx
    .selectFrom('work_credit')
    .selectAll()
    .where('work_key', 'in', keys)
    .orderBy('position')
    .execute()
  const [artists, illustrators, genres] = [
    await findLinks(tx, 'work_artist', keys),
    await findLinks(tx, 'work_illustrator', keys),
    await findLinks(tx, 'work_genre', keys),
  ]
  const by = Object.groupBy(credits, ({ role }) => role)
  const groups = {
    names: groupBy(names),
    languages: groupBy(languages),
    writers: groupBy(by.writer ?? []),
    musicians: groupBy(by.musician ?? []),
  }
  const stored = new Map<number, StoredWork>()
  for (const [key, columns] of rows) {
    const attached: WorkLists = {
      names: new Map(groups.names.get(key)?.map(({ locale, name }) => [locale, name])),
      languages: groups.languages.get(key)?.map(({ language }) => language) ?? [],
      artists: artists.get(key) ?? [],
      illustrators: illustrators.get(key) ?? [],
      genres: genres.get(key) ?? [],
      writers: groups.writers.get(key)?.map(({ name }) => name) ?? [],
      musicians: groups.musicians.get(key)?.map(({ name }) => name) ?? [],
    }
    stored.set(key, { columns, attached })
  }
  return stored
}

export async function saveMerged(database: Database, tx: Db, merged: readonly MergeResult[]): Promise<void> {
  const rows = merged.map(({ columns }) => columns)
  const kept = feedColumns.filter((column) => column !== 'key' && column !== 'id')
  const replaced = kept.map((column) => `${column} = excluded.${column}`).join(', ')
  await insertRows(database, tx, {
    table: 'work',
    columns: feedColumns,
    rows,
    onConflict: `(key) do update set ${replaced}`,
  })
  await saveAttached(database, tx, merged)
}

type LinkTable = 'work_artist' | 'work_illustrator' | 'work_genre'

async function findLinks(tx: Db, table: LinkTable, keys: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await tx
    .selectFrom(table)
    .selectAll()
    .where('work_key', 'in', keys)
    .orderBy('position')
    .execute()
  return new Map([...groupBy(rows)].map(([key, links]) => [key, links.map(({ entity_key }) => entity_key)]))
}

async function saveAttached(database: Database, tx: Db, merged: readonly MergeResult[]): Promise<void> {
  const save = <T extends keyof Schema>(
    table: T,
    columns: readonly (keyof Schema[T] & string)[],
    field: keyof WorkLists,
  ) =>
    replaceRows(database, tx, {
      table,
      columns,
      works: merged.filter(({ attached }) => attached[field] !== undefined),
      field,
    })
  await save('work_name', ['work_key', 'locale', 'name'], 'names')
  await save('work_language', ['work_key', 'language'], 'languages')
  await save('work_artist', ['work_key', 'entity_key', 'position'], 'artists')
  await save('work_illustrator', ['work_key', 'entity_key', 'position'], 'illustrators')
  await save('work_genre', ['work_key', 'entity_key', 'position'], 'genres')
  await saveCredits(database, tx, merged)
}

interface Replacement {
  readonly table: keyof Schema
  readonly columns: readonly string[]
  readonly works: readonly MergeResult[]
  readonly field: keyof WorkLists
}

async function replaceRows(
  database: Database,
  tx: Db,
  { table, columns, works, field }: Replacement,
): Promise<void> {
  await deleteOf(tx, table, works)
  const rows = works.flatMap(({ columns: { key }, attached }) => rowsOf(key, attached, field))
  await insertRows(database, tx, { table, columns, rows })
}

function rowsOf(
  key: number,
  attached: Partial<WorkLists>,
  field: keyof WorkLists,
): Record<string, unknown>[] {
  if (field === 'names')
    return [...(attached.names ?? [])].map(([locale, name]) => ({ work_key: key, locale, name }))
  if (field === 'languages')
    return (attached.languages ?? []).map((language) => ({ work_key: key, language }))
  return (attached[field] ?? []).map((entity_key, position) => ({ work_key: key, entity_key, position }))
}

async function saveCredits(database: Database, tx: Db, merged: readonly MergeResult[]): Promise<void> {
  const columns = ['work_key', 'role', 'position', 'name']
  for (const [role, field] of [
    ['writer', 'writers'],
    ['musician', 'musicians'],
  ] as const) {
    const works = merged.filter(({ attached }) => attached[field] !== undefined)
    for (const keys of chunksOf(keysOfStored(works), 500)) {
      await tx.deleteFrom('work_credit').where('role', '=', role).where('work_key', 'in', keys).execute()
    }
    const rows = works.flatMap(({ columns: { key }, attached }) =>
      (attached[field] ?? []).map((name, position) => ({ work_key: key, role, position, name })),
    )
    await insertRows(database, tx, { table: 'work_credit', columns, rows })
  }
}

/** Works that were just added have nothing to delete. */
async function deleteOf(tx: Db, table: keyof Schema, works: readonly MergeResult[]): Promise<void> {
  const keys = keysOfStored(works)
  if (keys.length > 0)
    await sql`delete from ${sql.table(table)} where work_key in (${sql.join(keys)})`.execute(tx)
}

const keysOfStored = (works: readonly MergeResult[]) =>
  works.filter(({ outcome }) => outcome !== 'added').map(({ columns }) => columns.key)

function groupBy<Row extends { readonly work_key: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, ({ work_key }) => work_key)
}

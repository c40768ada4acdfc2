/** Reads works by key. The catalog decides beforehand which keys a viewer may read. */
import type { Db } from '../../db/schema.ts'
import type { WorkTable } from '../../db/tables/catalogue.ts'

/** In the order of their IDs. */
export async function findWorks(db: Db, keys: readonly number[]): Promise<WorkTable[]> {
  if (keys.length === 0) return []
  return db.selectFrom('work').selectAll().where('key', 'in', keys).orderBy('key').execute()
}

export type CoverRow = Pick<WorkTable, 'key' | 'id' | 'age_category' | 'cover_version' | 'cover_thumbhash'>

/** Returns works that have a cover and are not in the trash, in no particular order. */
export async function findCovers(db: Db, keys: readonly number[]): Promise<CoverRow[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('work')
    .select(['key', 'id', 'age_category', 'cover_version', 'cover_thumbhash'])
    .where('key', 'in', keys)
    .where('cover_version', 'is not', null)
    .where('trashed_at', 'is', null)
    .execute()
}

export interface Links {
  readonly artists: readonly number[]
  readonly illustrators: readonly number[]
  readonly genres: readonly number[]
}

/** Returns entity keys of each work, in the order of the source. */
export async function findLinks(db: Db, keys: readonly number[]): Promise<Map<number, Links>> {
  const [artists, illustrators, genres] = await Promise.all([
    findLinksIn(db, 'work_artist', keys),
    findLinksIn(db, 'work_illustrator', keys),
    findLinksIn(db, 'work_genre', keys),
  ])
  return new Map(
    keys.map((key) => [
      key,
      {
        artists: artists.get(key) ?? [],
        illustrators: illustrators.get(key) ?? [],
        genres: genres.get(key) ?? [],
      },
    ]),
  )
}

async function findLinksIn(
  db: Db,
  table: 'work_artist' | 'work_illustrator' | 'work_genre',
  keys: readonly number[],
) {
  if (keys.length === 0) return new Map<number, number[]>()
  const rows = await db
    .selectFrom(table)
    .select(['work_key', 'entity_key'])
    .where('work_key', 'in', keys)
    .orderBy('work_key')
    .orderBy('position')
    .execute()
  return groupBy(
    rows,
    (row) => row.work_key,
    (row) => row.entity_key,
  )
}

export async function findNames(
  db: Db,
  keys: readonly number[],
  locale: string,
): Promise<Map<number, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('work_name')
    .select(['work_key', 'name'])
    .where('work_key', 'in', keys)
    .where('locale', '=', locale)
    .execute()
  return new Map(rows.map((row) => [row.work_key, row.name]))
}

export async function findAllNames(db: Db, keys: readonly number[]): Promise<Map<number, string[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('work_name')
    .select(['work_key', 'name'])
    .where('work_key', 'in', keys)
    .orderBy('work_key')
    .orderBy('locale')
    .execute()
  return groupBy(
    rows,
    (row) => row.work_key,
    (row) => row.name,
  )
}

export async function findLanguages(db: Db, keys: readonly number[]): Promise<Map<number, string[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('work_language')
    .selectAll()
    .where('work_key', 'in', keys)
    .orderBy('work_key')
    .orderBy('language')
    .execute()
  return groupBy(
    rows,
    (row) => row.work_key,
    (row) => row.language,
  )
}

/** Returns writers and musicians. They have only names, because they are not entities. */
export function listCredits(db: Db, key: number): Promise<{ role: 'writer' | 'musician'; name: string }[]> {
  return db
    .selectFrom('work_credit')
    .select(['role', 'name'])
    .where('work_key', '=', key)
    .orderBy('position')
    .execute()
}

/** Returns the keys of all editions of a work's original, including the work itself; one key if it has no editions. */
export async function listEditionKeys(db: Db, work: WorkTable): Promise<number[]> {
  const original = work.edition_of_key ?? work.key
  const rows = await db
    .selectFrom('work')
    .select('key')
    .where((e) =>
      e.or([
        e.and([e('key', '=', original), e('edition_of_key', 'is', null)]),
        e('edition_of_key', '=', original),
      ]),
    )
    .orderBy('key')
    .execute()
  return rows.map((row) => row.key)
}

function groupBy<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  take: (row: Row) => Value,
): Map<number, Value[]> {
  const groups = new Map<number, Value[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(take(row))
    else groups.set(keyOf(row), [take(row)])
  }
  return groups
}

export async function hasArchive(db: Db, key: number): Promise<boolean> {
  const row = await db
    .selectFrom('packed_work')
    .select('path')
    .where('work_key', '=', key)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

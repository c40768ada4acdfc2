/** Reads a work as those who edit it need it. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { chunksOf } from '../../db/chunks.ts'
import { type Db, entityTables } from '../../db/schema.ts'
import { findSources } from '../metadata/ingest/provenance.store.ts'
import { findAttached, findColumns } from '../metadata/ingest/works.store.ts'
import type { EditableWork, NamedEntity } from './field-states.rules.ts'

/** Undefined for a work that is unknown. */
export async function findEditableWork(db: Db, key: number): Promise<EditableWork | undefined> {
  const stored = (await findAttached(db, await findColumns(db, [key]))).get(key)
  if (!stored) return undefined
  const { columns, attached } = stored
  const one = (value: number | null) => (value === null ? [] : [value])
  return {
    ...stored,
    cover: await findCover(db, key),
    sources: (await findSources(db, [key])).get(key) ?? [],
    locks: await findLocks(db, key),
    entities: {
      makers: await findByKeys(db, 'makers', one(columns.maker_key)),
      series: await findByKeys(db, 'series', one(columns.series_key)),
      artists: await findByKeys(db, 'artists', attached.artists),
      illustrators: await findByKeys(db, 'illustrators', attached.illustrators),
      genres: await findByKeys(db, 'genres', attached.genres),
    },
  }
}

const keysPerStatement = 4_000

export async function findByKeys(
  db: Db,
  kind: EntityKind,
  keys: readonly number[],
): Promise<Map<number, NamedEntity>> {
  const found = new Map<number, NamedEntity>()
  for (const some of chunksOf(keys, keysPerStatement)) {
    const rows = db.selectFrom(entityTables[kind]).select(['key', 'id', 'name'])
    for (const row of await rows.where('key', 'in', some).execute()) found.set(row.key, row)
  }
  return found
}

async function findCover(db: Db, key: number): Promise<EditableWork['cover']> {
  const row = await db
    .selectFrom('work')
    .select(['cover_version as version', 'cover_thumbhash as thumbhash'])
    .where('key', '=', key)
    .executeTakeFirst()
  const { version, thumbhash } = row ?? {}
  return version && thumbhash ? { version, thumbhash } : null
}

async function findLocks(db: Db, key: number): Promise<EditableWork['locks']> {
  const rows = await db
    .selectFrom('work_lock')
    .select(['field', 'user_key', 'at'])
    .where('work_key', '=', key)
    .execute()
  return new Map(rows.map(({ field, user_key: userKey, at }) => [field, { userKey, at }]))
}

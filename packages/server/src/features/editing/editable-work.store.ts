/** Reads a work for editing. */

import type { EditedEntity } from '@koedana/contract/editing.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { inByteOrder } from '../../db/byte-order.ts'
import { appendChanges } from '../../db/changes.ts'
import { type Db, entityTables } from '../../db/schema.ts'
import { chunksOf } from '../../db/statements.ts'
import { findMergedEntities, listAliases } from '../entities/entities.store.ts'
import { ownEntityId } from '../entities/own-entity-id.ts'
import { findSources } from '../metadata/ingest/provenance.store.ts'
import { findAttached, findColumns } from '../metadata/ingest/works.store.ts'
import type { EditableWork, NamedEntity } from './field-states.rules.ts'
import { normalizeSpelling } from './name-spelling.rules.ts'

/** Returns undefined for unknown works. */
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

async function findByKeys(
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

export async function findLocks(db: Db, key: number): Promise<EditableWork['locks']> {
  const rows = await db
    .selectFrom('work_lock')
    .select(['field', 'user_key', 'at'])
    .where('work_key', '=', key)
    .execute()
  return new Map(rows.map(({ field, user_key: userKey, at }) => [field, { userKey, at }]))
}

const idsPerStatement = 4_000

/** Finds entities by ID. A merged ID returns the entity it was merged into; unknown IDs are absent. */
export async function findByIds(
  db: Db,
  kind: EntityKind,
  ids: readonly string[],
): Promise<Map<string, NamedEntity>> {
  const found = new Map<string, NamedEntity>()
  for (const some of chunksOf([...new Set(ids)], idsPerStatement)) {
    const rows = db.selectFrom(entityTables[kind]).select(['key', 'id', 'name'])
    for (const row of await rows.where('id', 'in', some).execute()) found.set(row.id, row)
  }
  const merged = await findMergedEntities(
    db,
    kind,
    ids.filter((id) => !found.has(id)),
  )
  const entities = await findByKeys(db, kind, [...new Set(merged.values())])
  for (const [id, key] of merged) {
    const entity = entities.get(key)
    if (entity) found.set(id, entity)
  }
  return found
}

/** Returns entities in the given order; undefined for unknown IDs. Call inside `writeInTurn`, so that a name is created once. */
export async function findOrCreateEntities(
  tx: Db,
  { kind, named, now }: { kind: EntityKind; named: readonly EditedEntity[]; now: string },
): Promise<(NamedEntity | undefined)[]> {
  const byId = await findByIds(
    tx,
    kind,
    named.flatMap((one) => ('id' in one ? [one.id] : [])),
  )
  const names = [...new Set(named.flatMap((one) => ('id' in one ? [] : [one.name])))]
  const byName = names.length === 0 ? new Map() : await entitiesNamed(tx, { kind, names, now })
  return named.map((one) => ('id' in one ? byId.get(one.id) : byName.get(one.name)))
}

interface Naming {
  readonly kind: EntityKind
  readonly names: readonly string[]
  readonly now: string
}

/**
 * Prefers identical names over those that differ in width and case, including former names of merged entities; among several, the
 * lowest ID.
 */
async function entitiesNamed(tx: Db, { kind, names, now }: Naming): Promise<Map<string, NamedEntity>> {
  const rows = await tx
    .selectFrom(entityTables[kind])
    .select(['key', 'id', 'name'])
    .orderBy(inByteOrder(tx, 'id'))
    .execute()
  const exact = firstBy(rows, ({ name }) => name)
  const alike = firstBy(rows, ({ name }) => normalizeSpelling(name))
  const aliases = firstBy(await listAliases(tx, kind), ({ name }) => normalizeSpelling(name))
  const found = new Map<string, NamedEntity>()
  for (const name of names) {
    const way = normalizeSpelling(name)
    const merged = rows.find(({ key }) => key === aliases.get(way)?.entity_key)
    const entity = exact.get(name) ?? alike.get(way) ?? merged ?? (await make(tx, { kind, name, now }))
    found.set(name, entity)
    alike.set(way, entity)
  }
  return found
}

function firstBy<T>(rows: readonly T[], textOf: (row: T) => string): Map<string, T> {
  return new Map(rows.toReversed().map((row) => [textOf(row), row]))
}

async function make(
  tx: Db,
  { kind, name, now }: { kind: EntityKind; name: string; now: string },
): Promise<NamedEntity> {
  const made = await tx
    .insertInto(entityTables[kind])
    .values({ id: await freeId(tx, kind, name), name, kana: null, created_at: now, updated_at: now })
    .returning(['key', 'id', 'name'])
    .executeTakeFirstOrThrow()
  await appendChanges(tx, kind, [made.key])
  return made
}

/** A renamed entity keeps the ID of its first name, so that ID may be taken. */
async function freeId(tx: Db, kind: EntityKind, name: string): Promise<string> {
  for (let turn = 1; ; turn++) {
    const id = ownEntityId(turn === 1 ? name : `${name} ${turn}`)
    if ((await findByIds(tx, kind, [id])).size === 0) return id
  }
}

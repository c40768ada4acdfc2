import type { EntityKind } from '@koedana/contract/values.ts'
import { inByteOrder } from '../../db/byte-order.ts'
import { type Db, entityTables } from '../../db/schema.ts'
import { chunksOf } from '../../db/statements.ts'
import type { EntityAliasTable } from '../../db/tables/editing.ts'
import { type AttributedWording, readWording, type Wording, writeWording } from './wording.rules.ts'

export interface EntityRow {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly kana: string | null
}

export function listEntityRows(db: Db, kind: EntityKind, keys: readonly number[]): Promise<EntityRow[]> {
  return entityRows(db, kind).where('key', 'in', keys).execute()
}

const entitiesPerPage = 10_000

/** Yields all entities of a kind, page by page: there may be a million, and a row takes twice the memory of the retained values. */
export async function* pagesOfEntities(db: Db, kind: EntityKind): AsyncGenerator<EntityRow[]> {
  for (let after = -1; ; ) {
    const rows = await entityRows(db, kind)
      .where('key', '>', after)
      .orderBy('key')
      .limit(entitiesPerPage)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.key
  }
}

const entityRows = (db: Db, kind: EntityKind) =>
  db.selectFrom(entityTables[kind]).select(['key', 'id', 'name', 'kana'])

export interface GenreNameRow {
  readonly genre_key: number
  readonly locale: string
  readonly name: string
}

export function listGenreNames(db: Db, keys?: readonly number[]): Promise<GenreNameRow[]> {
  const rows = db.selectFrom('genre_name').select(['genre_key', 'locale', 'name'])
  return (keys ? rows.where('genre_key', 'in', keys) : rows).execute()
}

const idsPerStatement = 4_000

/** Maps the IDs of merged entities to the keys of the entities they were merged into. */
export async function findMergedEntities(
  db: Db,
  kind: EntityKind,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const some of chunksOf(ids, idsPerStatement)) {
    const aliases = db.selectFrom('entity_alias').select(['id', 'entity_key']).where('kind', '=', kind)
    for (const { id, entity_key } of await aliases.where('id', 'in', some).execute())
      found.set(id, entity_key)
  }
  return found
}

export type Alias = Pick<EntityAliasTable, 'id' | 'entity_key' | 'name'>

/** Lists the IDs of all merged entities of a kind, or only those merged into the given entities. */
export function listAliases(db: Db, kind: EntityKind, keys?: readonly number[]): Promise<Alias[]> {
  const rows = db.selectFrom('entity_alias').select(['id', 'entity_key', 'name']).where('kind', '=', kind)
  return (keys ? rows.where('entity_key', 'in', keys) : rows).orderBy(inByteOrder(db, 'id')).execute()
}

/** Returns the entity into which the entity with exactly this name was merged. If several match, the lowest ID counts. */
export async function findMergedByName(db: Db, kind: EntityKind, name: string): Promise<number | undefined> {
  const alias = await db
    .selectFrom('entity_alias')
    .select('entity_key')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .orderBy(inByteOrder(db, 'id'))
    .limit(1)
    .executeTakeFirst()
  return alias?.entity_key
}

/** Returns the keys of entities whose names people edited. The set is small, since each was edited by hand. */
export async function listEntitiesWithLockedNames(db: Db, kind: EntityKind): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('entity_lock').select('entity_key').where('kind', '=', kind).execute()
  return new Set(rows.map(({ entity_key }) => entity_key))
}

export interface CurationState {
  readonly hasAliases: boolean
  readonly hasLocks: boolean
  readonly hasWordings: boolean
}

/** Returns whether any entity was ever merged, renamed or named differently by works. If not, imports can skip these lookups. */
export async function readCurationState(db: Db): Promise<CurationState> {
  const { aliases, locks, wordings } = await db
    .selectNoFrom((e) => [
      e.exists(e.selectFrom('entity_alias').select('id')).as('aliases'),
      e.exists(e.selectFrom('entity_lock').select('kind')).as('locks'),
      e.exists(e.selectFrom('entity_wording').select('kind')).as('wordings'),
    ])
    .executeTakeFirstOrThrow()
  return { hasAliases: Boolean(aliases), hasLocks: Boolean(locks), hasWordings: Boolean(wordings) }
}

/** A wording of an entity about whose name works disagree. */
export interface WordingRow extends AttributedWording {
  readonly entityKey: number
  readonly no: number
}

/** Returns the wordings of all entities of a kind, or of the given entities, ordered by number. */
export async function listWordings(
  db: Db,
  kind: EntityKind,
  keys?: readonly number[],
): Promise<WordingRow[]> {
  if (!keys) return wordingsOf(db, kind)
  const found: WordingRow[] = []
  for (const some of chunksOf(keys, keysPerStatement)) found.push(...(await wordingsOf(db, kind, some)))
  return found
}

const keysPerStatement = 4_000

async function wordingsOf(db: Db, kind: EntityKind, keys?: readonly number[]): Promise<WordingRow[]> {
  const stored = db.selectFrom('entity_wording').selectAll().where('kind', '=', kind)
  const rows = await (keys ? stored.where('entity_key', 'in', keys) : stored)
    .orderBy('entity_key')
    .orderBy('no')
    .execute()
  if (rows.length === 0) return []
  const noted = db
    .selectFrom('entity_name_source')
    .select(['entity_key', 'no', 'age'])
    .where('kind', '=', kind)
  const attributed = await (keys ? noted.where('entity_key', 'in', keys) : noted)
    .groupBy(['entity_key', 'no', 'age'])
    .execute()
  const ages = new Map<string, number>()
  for (const { entity_key, no, age } of attributed) {
    const name = `${entity_key} ${no}`
    ages.set(name, (ages.get(name) ?? 0) | (1 << age))
  }
  return rows.map((row) => ({
    ...readWording(row.wording),
    entityKey: row.entity_key,
    no: row.no,
    isGiven: row.no === editedWordingNo,
    isMerged: row.no < editedWordingNo,
    // Works in the trash (age 0) do not count as sources of names.
    ages: (ages.get(`${row.entity_key} ${row.no}`) ?? 0) & ~1,
    seenAt: { 1: row.seen_all, 2: row.seen_r15, 3: row.seen_r18 },
  }))
}

/** The number of the wording that people entered. Negative numbers are wordings of entities that were merged into this one. */
export const editedWordingNo = 0

/** Returns whether works disagree about the name of any entity; usually not. */
export async function hasWordings(db: Db): Promise<boolean> {
  const row = await db.selectFrom('entity_wording').select('no').limit(1).executeTakeFirst()
  return row !== undefined
}

interface EditedWording {
  readonly kind: EntityKind
  readonly key: number
  /** Fields that are null keep the value that people entered before. */
  readonly wording: Wording
}

/**
 * Saves names that people entered, which apply to every viewer. Does nothing if works agree, since the stored name then applies to
 * every viewer already.
 */
export async function saveEditedWording(tx: Db, { kind, key, wording }: EditedWording): Promise<void> {
  const stored = await listWordings(tx, kind, [key])
  if (stored.length === 0) return
  const before = stored.find(({ isGiven }) => isGiven)
  const text = writeWording({
    name: wording.name ?? before?.name ?? null,
    kana: wording.kana ?? before?.kana ?? null,
    names: { ...before?.names, ...wording.names },
  })
  await tx
    .insertInto('entity_wording')
    .values({
      kind,
      entity_key: key,
      no: editedWordingNo,
      wording: text,
      seen_all: 0,
      seen_r15: 0,
      seen_r18: 0,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'entity_key', 'no']).doUpdateSet({ wording: text }))
    .execute()
}

/** Deletes the wordings of an entity, so that every viewer sees its stored name. */
export async function deleteWordings(tx: Db, kind: EntityKind, key: number): Promise<void> {
  for (const table of ['entity_name_source', 'entity_wording'] as const)
    await tx.deleteFrom(table).where('kind', '=', kind).where('entity_key', '=', key).execute()
}

/**
 * Stores makers, series, artists, illustrators and genres as a catalog file or the marketplace names them. New entities are added,
 * changed names are updated, and names that people chose stay. An ID that was merged away resolves to its merge target. Its name is
 * used only for viewers who see no work of the target.
 */
import type { FeedEntity } from '@koedana/contract/feed.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { appendBulkChanges } from '../../../db/changes.ts'
import { type Db, entityTables } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import {
  type CurationState,
  findMergedEntities,
  listEntitiesWithLockedNames,
} from '../../entities/entities.store.ts'
import { storedWordings } from '../../entities/name-sources.store.ts'
import { hasSameNames, type Wording } from '../../entities/wording.rules.ts'
import type { DisputedEntity } from './names.store.ts'

interface EntityRow {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly kana: string | null
}

interface EntityBatch {
  readonly kind: EntityKind
  readonly entities: ReadonlyMap<string, FeedEntity>
  /** IDs of the entities that this batch names in several ways. */
  readonly differing: ReadonlySet<string>
  readonly now: string
  readonly curated: CurationState
}

export interface EntitySaveResult {
  readonly keys: ReadonlyMap<string, number>
  readonly disputed: readonly DisputedEntity[]
}

export async function saveEntities(tx: Db, naming: EntityBatch): Promise<EntitySaveResult> {
  const { kind, entities, curated } = naming
  const ids = [...entities.keys()]
  const before = await listKnown(tx, kind, ids)
  const known = new Set(before.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  const merged = curated.hasAliases ? await findMergedEntities(tx, kind, unknown) : new Map<string, number>()
  const missing = unknown.filter((id) => !merged.has(id))
  await insertMissing(tx, naming, missing)
  const added = await listKnown(tx, kind, missing)
  const locked = curated.hasLocks ? await listEntitiesWithLockedNames(tx, kind) : new Set<number>()
  const entries = [...before, ...added].filter(({ key }) => !locked.has(key))
  const disputed = [
    ...(await findDisputed(tx, naming, { entries, isNew: new Set(missing) })),
    ...(await findDisputedMerged(tx, naming, merged)),
  ]
  const renamed = await rename(tx, naming, entries)
  const translated = kind === 'genres' ? await saveGenreNames(tx, entities, entries) : []
  const changed = new Set([...added.map(({ key }) => key), ...renamed, ...translated])
  await appendBulkChanges(tx, kind, [...changed])
  const keys = new Map([...merged, ...[...before, ...added].map(({ id, key }) => [id, key] as const)])
  return { keys, disputed }
}

interface DisputeCandidates {
  readonly entries: readonly EntityRow[]
  readonly isNew: ReadonlySet<string>
}

/** Finds the entities that these works name differently from earlier works or from each other. Must run before anything is renamed. */
async function findDisputed(
  tx: Db,
  naming: EntityBatch,
  { entries, isNew }: DisputeCandidates,
): Promise<DisputedEntity[]> {
  const { kind, entities, differing, curated } = naming
  const worded = curated.hasWordings ? await findWorded(tx, kind) : new Set<number>()
  const stored = await storedNames(tx, naming, entries)
  return entries.flatMap(({ key, id }): DisputedEntity[] => {
    const wording = stored.get(key)
    const now = entities.get(id)
    if (worded.has(key)) return [{ kind, id, key, before: undefined }]
    if (isNew.has(id)) return differing.has(id) ? [{ kind, id, key, before: undefined }] : []
    const isAlike = !differing.has(id) && now && wording && hasSameNames(now, wording)
    return isAlike ? [] : [{ kind, id, key, before: wording }]
  })
}

/** Finds merged-away IDs whose names in these works differ from the name of the merge target. */
async function findDisputedMerged(
  tx: Db,
  { kind, entities, differing, curated }: EntityBatch,
  merged: ReadonlyMap<string, number>,
): Promise<DisputedEntity[]> {
  if (merged.size === 0) return []
  const worded = curated.hasWordings ? await findWorded(tx, kind) : new Set<number>()
  const locked = curated.hasLocks ? await listEntitiesWithLockedNames(tx, kind) : new Set<number>()
  const keys = [...new Set(merged.values())]
  const stored = await storedWordings(tx, kind, keys)
  const rows = await tx
    .selectFrom(entityTables[kind])
    .select(['key', 'id'])
    .where('key', 'in', keys)
    .execute()
  const idOf = new Map(rows.map((row) => [row.key, row.id]))
  return [...merged].flatMap(([id, key]): DisputedEntity[] => {
    const [now, before] = [entities.get(id), stored.get(key)]
    if (locked.has(key)) return []
    const isAlike = !differing.has(id) && now && before && hasSameNames(now, before)
    if (isAlike && !worded.has(key)) return []
    return [{ kind, id, key, before, mergedInto: idOf.get(key) }]
  })
}

/** Returns the stored names. Only genres have more names than their own rows. */
async function storedNames(
  tx: Db,
  { kind }: EntityBatch,
  entries: readonly EntityRow[],
): Promise<Map<number, Wording>> {
  if (kind !== 'genres')
    return new Map(entries.map(({ key, name, kana }) => [key, { name, kana, names: {} }]))
  return storedWordings(
    tx,
    kind,
    entries.map(({ key }) => key),
  )
}

async function findWorded(tx: Db, kind: EntityKind): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('entity_wording')
    .select('entity_key')
    .distinct()
    .where('kind', '=', kind)
    .execute()
  return new Set(rows.map(({ entity_key }) => entity_key))
}

/** SQLite allows 32,766 parameters per statement, and an entity has five. */
const entitiesPerStatement = 4_000

async function listKnown(tx: Db, kind: EntityKind, ids: readonly string[]): Promise<EntityRow[]> {
  const found: EntityRow[] = []
  for (const some of chunksOf(ids, entitiesPerStatement)) {
    const rows = tx.selectFrom(entityTables[kind]).select(['key', 'id', 'name', 'kana'])
    found.push(...(await rows.where('id', 'in', some).execute()))
  }
  return found
}

/** Inserts rows in ID order, so that two writers never deadlock. */
async function insertMissing(tx: Db, { kind, entities, now }: EntityBatch, ids: readonly string[]) {
  for (const some of chunksOf([...ids].sort(), entitiesPerStatement)) {
    const rows = some.map((id) => {
      const entity = entities.get(id)
      return { id, name: entity?.name ?? id, kana: entity?.kana ?? null, created_at: now, updated_at: now }
    })
    await tx
      .insertInto(entityTables[kind])
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

async function rename(
  tx: Db,
  { kind, entities, now }: EntityBatch,
  before: readonly EntityRow[],
): Promise<number[]> {
  const renamed: number[] = []
  for (const known of before) {
    const record = entities.get(known.id)
    const name = record?.name ?? known.name
    const kana = record?.kana ?? known.kana
    if (name === known.name && kana === known.kana) continue
    renamed.push(known.key)
    await tx
      .updateTable(entityTables[kind])
      .set({ name, kana, updated_at: now })
      .where('key', '=', known.key)
      .execute()
  }
  return renamed
}

async function saveGenreNames(
  tx: Db,
  genres: ReadonlyMap<string, FeedEntity>,
  named: readonly EntityRow[],
): Promise<number[]> {
  const entries = named.flatMap(({ key, id }) =>
    Object.entries(genres.get(id)?.names ?? {}).flatMap(([locale, name]) =>
      name === null ? [] : { key, locale, name },
    ),
  )
  if (entries.length === 0) return []
  const stored = await tx.selectFrom('genre_name').selectAll().execute()
  const known = new Map(stored.map((row) => [`${row.genre_key} ${row.locale}`, row.name]))
  const changed = entries.filter(({ key, locale, name }) => known.get(`${key} ${locale}`) !== name)
  for (const { key, locale, name } of changed) {
    await tx
      .insertInto('genre_name')
      .values({ genre_key: key, locale, name })
      .onConflict((conflict) => conflict.columns(['genre_key', 'locale']).doUpdateSet({ name }))
      .execute()
  }
  return changed.map(({ key }) => key)
}

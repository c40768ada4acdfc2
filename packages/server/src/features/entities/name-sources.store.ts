/**
 * Keeps the name sources (the works that a name comes from) up to date when works change: their age, their entities, moves to the
 * trash, removal. Runs in the transaction that changes the works.
 */
import type { AgeCategory, EntityKind } from '@koedana/contract/values.ts'
import { appendBulkChanges, appendChanges } from '../../db/changes.ts'
import { type Db, entityTables } from '../../db/schema.ts'
import { chunksOf } from '../../db/statements.ts'
import type { EntityNameSourceTable } from '../../db/tables/editing.ts'
import {
  deleteWordings,
  editedWordingNo,
  listGenreNames,
  listWordings,
  type WordingRow,
} from './entities.store.ts'
import { type Wording, wordingOf, writeWording } from './wording.rules.ts'
import { findWorksNaming, isLinked, linksOf } from './work-links.store.ts'

/** Returns the age category of a work as the index numbers it: 1 to 3, or 0 in the trash. */
export function indexedAge(work: {
  readonly age_category: AgeCategory | null
  readonly trashed_at: string | null
}): 0 | 1 | 2 | 3 {
  if (work.trashed_at !== null) return 0
  return work.age_category === 'all' ? 1 : work.age_category === 'r15' ? 2 : 3
}

export interface NameSourceUpdate {
  readonly works: readonly number[]
  readonly isBulk: boolean
}

const keysPerStatement = 4_000

export async function updateNameSources(tx: Db, { works, isBulk }: NameSourceUpdate): Promise<void> {
  const touched = new Map<string, Entity>()
  for (const keys of chunksOf(works, keysPerStatement)) {
    const rows = await tx.selectFrom('entity_name_source').selectAll().where('work_key', 'in', keys).execute()
    if (rows.length === 0) continue
    const links = await linksOf(tx, [...new Set(rows.map(({ work_key }) => work_key))])
    for (const row of rows) {
      if (await updateNameSource(tx, row, links)) touched.set(`${row.kind} ${row.entity_key}`, row)
    }
  }
  await announceChanged(tx, [...touched.values()], isBulk)
}

/** Deletes the name sources of works that are about to be removed. */
export async function deleteNameSourcesOfWorks(tx: Db, works: readonly number[]): Promise<void> {
  for (const keys of chunksOf(works, keysPerStatement)) {
    const gone = await tx
      .deleteFrom('entity_name_source')
      .where('work_key', 'in', keys)
      .returning(['kind', 'entity_key'])
      .execute()
    await announceChanged(tx, gone, false)
  }
}

type Entity = Pick<EntityNameSourceTable, 'kind' | 'entity_key'>

/** Updates or deletes one name source. Returns whether anything changed. */
async function updateNameSource(
  tx: Db,
  row: EntityNameSourceTable,
  links: Awaited<ReturnType<typeof linksOf>>,
): Promise<boolean> {
  const { kind, entity_key, no, work_key, age } = row
  const work = links.get(work_key)
  const writeAge = (age: number) =>
    tx
      .updateTable('entity_name_source')
      .set({ age })
      .where('kind', '=', kind)
      .where('entity_key', '=', entity_key)
      .where('work_key', '=', work_key)
      .execute()
  if (!work || !isLinked(work, kind, entity_key)) {
    await deleteNameSource(tx, row)
    return true
  }
  const now = indexedAge(work.row)
  if (now === age) return false
  await writeAge(now)
  if (now > 0 && age > 0) await copySeenAt(tx, { kind, entity_key, no }, [columnOf[now], columnOf[age]])
  return true
}

const columnOf: Readonly<Record<number, 'seen_all' | 'seen_r15' | 'seen_r18'>> = {
  1: 'seen_all',
  2: 'seen_r15',
  3: 'seen_r18',
}

type Column = 'seen_all' | 'seen_r15' | 'seen_r18'

/** Copies a counter: when a work changes its age, its names count for the new age too. */
async function copySeenAt(
  tx: Db,
  { kind, entity_key, no }: Entity & { readonly no: number },
  [to, from]: readonly [Column | undefined, Column | undefined],
): Promise<void> {
  if (!to || !from) return
  await tx
    .updateTable('entity_wording')
    .set((e) => ({ [to]: e.ref(from) }))
    .where('kind', '=', kind)
    .where('entity_key', '=', entity_key)
    .where('no', '=', no)
    .whereRef(to, '<', from)
    .execute()
}

async function announceChanged(tx: Db, entities: readonly Entity[], isBulk: boolean): Promise<void> {
  const append = isBulk ? appendBulkChanges : appendChanges
  for (const [kind, some] of Map.groupBy(entities, ({ kind }) => kind)) {
    const keys = [...new Set(some.map(({ entity_key }) => entity_key))]
    await deleteUnattributedWordings(tx, kind, keys)
    await append(tx, kind, keys)
  }
}

/** Deletes wordings without a source. If only the stored name remains, deletes all wordings, since works agree again. */
export async function deleteUnattributedWordings(
  tx: Db,
  kind: EntityKind,
  keys: readonly number[],
): Promise<void> {
  const attributed = await tx
    .selectFrom('entity_name_source')
    .select(['entity_key', 'no'])
    .distinct()
    .where('kind', '=', kind)
    .where('entity_key', 'in', keys)
    .execute()
  const isAttributed = new Set(attributed.map(({ entity_key, no }) => `${entity_key} ${no}`))
  const stored = await storedWordings(tx, kind, keys)
  for (const [key, wordings] of Map.groupBy(await listWordings(tx, kind, keys), (one) => one.entityKey)) {
    const kept = wordings.filter(({ no }) => no === editedWordingNo || isAttributed.has(`${key} ${no}`))
    const now = stored.get(key)
    const isAgreed = (one: WordingRow) => now && !one.isGiven && writeWording(one) === writeWording(now)
    if (kept.some(({ isMerged }) => !isMerged) && kept.every(isAgreed)) {
      await deleteWordings(tx, kind, key)
      continue
    }
    for (const { no } of wordings.filter((one) => !kept.includes(one)))
      await tx
        .deleteFrom('entity_wording')
        .where('kind', '=', kind)
        .where('entity_key', '=', key)
        .where('no', '=', no)
        .execute()
  }
}

/** The maximum number of works per age that are stored as sources of a wording. A wording is kept as long as one of them uses it. */
export const maxNameSources = 16

export interface NamedEntityQuery {
  readonly kind: EntityKind
  readonly key: number
  readonly except: ReadonlySet<number>
}

/** Returns some of the works that name an entity, as sources of its first wording. */
export async function findInitialNameSources(
  tx: Db,
  { kind, key, except }: NamedEntityQuery,
): Promise<EntityNameSourceTable[]> {
  const found = await findWorksNaming(tx, { kind, key, except, most: maxNameSources })
  return found.map((work) => ({ kind, entity_key: key, no: 1, work_key: work.key, age: indexedAge(work) }))
}

export async function deleteNameSource(
  tx: Db,
  { kind, entity_key, work_key }: EntityNameSourceTable,
): Promise<void> {
  await tx
    .deleteFrom('entity_name_source')
    .where('kind', '=', kind)
    .where('entity_key', '=', entity_key)
    .where('work_key', '=', work_key)
    .execute()
}

/** Returns the stored names: those that a work or a person set last. */
export async function storedWordings(
  tx: Db,
  kind: EntityKind,
  keys: readonly number[],
): Promise<Map<number, Wording>> {
  const found = new Map<number, Wording>()
  for (const some of chunksOf(keys, keysPerStatement)) {
    const names =
      kind === 'genres'
        ? Map.groupBy(await listGenreNames(tx, some), ({ genre_key }) => genre_key)
        : new Map<number, []>()
    const rows = tx.selectFrom(entityTables[kind]).select(['key', 'name', 'kana'])
    for (const { key, name, kana } of await rows.where('key', 'in', some).execute()) {
      const translated = (names.get(key) ?? []).map((row) => [row.locale, row.name] as const)
      found.set(key, wordingOf({ name, kana, names: Object.fromEntries(translated) }))
    }
  }
  return found
}

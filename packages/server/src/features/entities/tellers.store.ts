/**
 * Keeps what works tell of names in step with the works: one that changes its age, names other entities, goes to the trash
 * or is gone tells for others, or nothing any more. Inside the transaction that changes the works.
 */
import type { AgeCategory, EntityKind } from '@koedana/contract/values.ts'
import { appendBulkChanges, appendChanges } from '../../db/changes.ts'
import { type Db, entityTables } from '../../db/schema.ts'
import { chunksOf } from '../../db/statements.ts'
import type { EntityTellerTable } from '../../db/tables/editing.ts'
import { dropWordings, givenNo, listGenreNames, listWordings, type WordingRow } from './entities.store.ts'
import { isLinked, linksOf, someWorksNaming } from './links.store.ts'
import { type Wording, wordingOf, writeWording } from './wording.rules.ts'

/** The age of a work as the index counts it; 0 in the trash. */
export function tellerAge(work: {
  readonly age_category: AgeCategory | null
  readonly trashed_at: string | null
}): 0 | 1 | 2 | 3 {
  if (work.trashed_at !== null) return 0
  return work.age_category === 'all' ? 1 : work.age_category === 'r15' ? 2 : 3
}

export interface Settling {
  /** Keys of the works that changed, or are about to be removed. */
  readonly works: readonly number[]
  readonly isBulk: boolean
}

const keysPerStatement = 4_000

export async function settleTellers(tx: Db, { works, isBulk }: Settling): Promise<void> {
  const touched = new Map<string, Entity>()
  for (const keys of chunksOf(works, keysPerStatement)) {
    const rows = await tx.selectFrom('entity_teller').selectAll().where('work_key', 'in', keys).execute()
    if (rows.length === 0) continue
    const links = await linksOf(tx, [...new Set(rows.map(({ work_key }) => work_key))])
    for (const row of rows) {
      if (await settle(tx, row, links)) touched.set(`${row.kind} ${row.entity_key}`, row)
    }
  }
  await announceChanged(tx, [...touched.values()], isBulk)
}

/** Removes the tellers of works that are about to be removed. */
export async function forgetTellers(tx: Db, works: readonly number[]): Promise<void> {
  for (const keys of chunksOf(works, keysPerStatement)) {
    const gone = await tx
      .deleteFrom('entity_teller')
      .where('work_key', 'in', keys)
      .returning(['kind', 'entity_key'])
      .execute()
    await announceChanged(tx, gone, false)
  }
}

type Entity = Pick<EntityTellerTable, 'kind' | 'entity_key'>

/** Whether anything changed. */
async function settle(
  tx: Db,
  row: EntityTellerTable,
  links: Awaited<ReturnType<typeof linksOf>>,
): Promise<boolean> {
  const { kind, entity_key, no, work_key, age } = row
  const work = links.get(work_key)
  const teller = (age: number) =>
    tx
      .updateTable('entity_teller')
      .set({ age })
      .where('kind', '=', kind)
      .where('entity_key', '=', entity_key)
      .where('work_key', '=', work_key)
      .execute()
  if (!work || !isLinked(work, kind, entity_key)) {
    await deleteTeller(tx, row)
    return true
  }
  const now = tellerAge(work.row)
  if (now === age) return false
  await teller(now)
  if (now > 0 && age > 0) await copySeenAt(tx, { kind, entity_key, no }, [columnOf[now], columnOf[age]])
  return true
}

const columnOf: Readonly<Record<number, 'told_all' | 'told_r15' | 'told_r18'>> = {
  1: 'told_all',
  2: 'told_r15',
  3: 'told_r18',
}

type Column = 'told_all' | 'told_r15' | 'told_r18'

/** What it told before it tells at its new age too. */
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
    await dropUnattributed(tx, kind, keys)
    await append(tx, kind, keys)
  }
}

/** What nobody tells any more goes; where all that is left is what is stored, works agree again. */
export async function dropUnattributed(tx: Db, kind: EntityKind, keys: readonly number[]): Promise<void> {
  const attributed = await tx
    .selectFrom('entity_teller')
    .select(['entity_key', 'no'])
    .distinct()
    .where('kind', '=', kind)
    .where('entity_key', 'in', keys)
    .execute()
  const isAttributed = new Set(attributed.map(({ entity_key, no }) => `${entity_key} ${no}`))
  const stored = await storedWordings(tx, kind, keys)
  for (const [key, wordings] of Map.groupBy(await listWordings(tx, kind, keys), (one) => one.entityKey)) {
    const kept = wordings.filter(({ no }) => no === givenNo || isAttributed.has(`${key} ${no}`))
    const now = stored.get(key)
    const isAgreed = (one: WordingRow) => now && !one.isGiven && writeWording(one) === writeWording(now)
    if (kept.some(({ isMerged }) => !isMerged) && kept.every(isAgreed)) {
      await dropWordings(tx, kind, key)
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

/** Works of each age that are remembered for a wording: as long as one of them tells it, it is told. */
export const mostTellers = 16

export interface Agreeing {
  readonly kind: EntityKind
  readonly key: number
  readonly except: ReadonlySet<number>
}

/** Some of those that tell an entity alike, as the first wording of it. */
export async function tellersOfAll(tx: Db, { kind, key, except }: Agreeing): Promise<EntityTellerTable[]> {
  const found = await someWorksNaming(tx, { kind, key, except, most: mostTellers })
  return found.map((work) => ({ kind, entity_key: key, no: 1, work_key: work.key, age: tellerAge(work) }))
}

/** Removes one work from the tellers of an entity. */
export async function deleteTeller(tx: Db, { kind, entity_key, work_key }: EntityTellerTable): Promise<void> {
  await tx
    .deleteFrom('entity_teller')
    .where('kind', '=', kind)
    .where('entity_key', '=', entity_key)
    .where('work_key', '=', work_key)
    .execute()
}

/** The names that works and people gave it last. */
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

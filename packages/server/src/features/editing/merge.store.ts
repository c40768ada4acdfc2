/** Merges one entity into another: works, users' choices and the ID. Call inside `writeInTurn`. */
import type { EntityKind, Locale } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { type Db, entityTables } from '../../db/schema.ts'
import { saveEditedWording } from '../entities/entities.store.ts'
import { mergeWordings } from '../entities/merged-wordings.store.ts'
import type { NamedEntity } from './field-states.rules.ts'

export interface Merge {
  readonly kind: EntityKind
  readonly from: NamedEntity
  readonly into: NamedEntity
}

export interface MergeResult {
  /** Keys of the works that named it, or `many` if there are too many to update the index one by one. */
  readonly works: readonly number[] | 'many'
  /** Keys of the accounts that hid or followed it. */
  readonly users: readonly number[]
}

/** Up to this many works, the index follows work by work, because a person is waiting. */
const maxNamed = 1_000

export async function mergeInto(tx: Db, merge: Merge): Promise<MergeResult> {
  const { kind, from, into } = merge
  await mergeWordings(tx, { kind, from: from.key, into: into.key })
  const works = await moveWorks(tx, merge)
  const users = [
    ...(await moveChoices(tx, 'user_exclusion', merge)),
    ...(await moveChoices(tx, 'follow', merge)),
  ]
  await tx
    .updateTable('entity_alias')
    .set({ entity_key: into.key })
    .where('kind', '=', kind)
    .where('entity_key', '=', from.key)
    .execute()
  await tx
    .insertInto('entity_alias')
    .values({ kind, id: from.id, entity_key: into.key, name: from.name })
    .execute()
  await tx.deleteFrom('entity_lock').where('kind', '=', kind).where('entity_key', '=', from.key).execute()
  if (kind === 'genres') await tx.deleteFrom('genre_name').where('genre_key', '=', from.key).execute()
  await tx.deleteFrom(entityTables[kind]).where('key', '=', from.key).execute()
  return { works, users: [...new Set(users)] }
}

function moveWorks(tx: Db, { kind, from, into }: Merge): Promise<MergeResult['works']> {
  switch (kind) {
    case 'makers':
      return moveColumn(tx, 'maker_key', { from, into })
    case 'series':
      return moveColumn(tx, 'series_key', { from, into })
    case 'artists':
      return moveLinks(tx, 'work_artist', { from, into })
    case 'illustrators':
      return moveLinks(tx, 'work_illustrator', { from, into })
    case 'genres':
      return moveLinks(tx, 'work_genre', { from, into })
  }
}

type Move = Pick<Merge, 'from' | 'into'>

async function moveColumn(
  tx: Db,
  column: 'maker_key' | 'series_key',
  { from, into }: Move,
): Promise<MergeResult['works']> {
  const rows = await tx
    .selectFrom('work')
    .select('key')
    .where(column, '=', from.key)
    .limit(maxNamed + 1)
    .execute()
  await tx
    .updateTable('work')
    .set({ [column]: into.key })
    .where(column, '=', from.key)
    .execute()
  return namedOf(rows.map(({ key }) => key))
}

/** If a work names both, the earlier position stays. */
async function moveLinks(
  tx: Db,
  name: 'work_artist' | 'work_illustrator' | 'work_genre',
  { from, into }: Move,
): Promise<MergeResult['works']> {
  const rows = await tx
    .selectFrom(name)
    .select('work_key')
    .where('entity_key', '=', from.key)
    .limit(maxNamed + 1)
    .execute()
  const table = sql.table(name)
  const other = sql`(select other.position from ${table} as other
    where other.work_key = link.work_key and other.entity_key = ${from.key})`
  const isBoth = sql`exists (select 1 from ${table} as other
    where other.work_key = link.work_key and other.entity_key = ${into.key})`
  await sql`update ${table} as link set position = ${other}
    where entity_key = ${into.key} and ${other} < position`.execute(tx)
  await sql`delete from ${table} as link where entity_key = ${from.key} and ${isBoth}`.execute(tx)
  await tx.updateTable(name).set({ entity_key: into.key }).where('entity_key', '=', from.key).execute()
  return namedOf(rows.map(({ work_key }) => work_key))
}

const namedOf = (works: readonly number[]): MergeResult['works'] => (works.length > maxNamed ? 'many' : works)

/** Users who had chosen both keep their choice for the target. */
async function moveChoices(
  tx: Db,
  name: 'user_exclusion' | 'follow',
  { kind, from, into }: Merge,
): Promise<number[]> {
  const table = sql.table(name)
  const { rows } = await sql<{ user_key: number }>`select user_key from ${table}
    where kind = ${kind} and entity_id = ${from.id}`.execute(tx)
  await sql`delete from ${table} as chosen where kind = ${kind} and entity_id = ${from.id}
    and exists (select 1 from ${table} as other where other.user_key = chosen.user_key
      and other.kind = ${kind} and other.entity_id = ${into.id})`.execute(tx)
  await sql`update ${table} set entity_id = ${into.id}
    where kind = ${kind} and entity_id = ${from.id}`.execute(tx)
  return rows.map(({ user_key }) => user_key)
}

/** A name that a person gives, protected from sources from then on. Call inside `writeInTurn`. */
export interface EntityRenaming {
  readonly kind: EntityKind
  readonly key: number
  /** Absent values stay unchanged. */
  readonly name?: string | undefined
  readonly kana?: string | null | undefined
  /** The editor's language. */
  readonly locale: Locale
  readonly now: string
}

/** A genre with a name in the editor's language gets the new name there, because that is the name they see. */
export async function renameEntity(tx: Db, renaming: EntityRenaming): Promise<void> {
  const { kind, key, name, kana, locale, now } = renaming
  const isTranslated = kind === 'genres' && name !== undefined && (await translate(tx, renaming, name))
  await tx
    .updateTable(entityTables[kind])
    .set({
      updated_at: now,
      ...(name === undefined || isTranslated ? {} : { name }),
      ...(kana === undefined ? {} : { kana }),
    })
    .where('key', '=', key)
    .execute()
  if (name === undefined && kana === undefined) return
  const names: Record<string, string> = isTranslated && name !== undefined ? { [locale]: name } : {}
  const given = { name: isTranslated ? null : (name ?? null), kana: kana ?? null, names }
  await saveEditedWording(tx, { kind, key, wording: given })
  await tx
    .insertInto('entity_lock')
    .values({ kind, entity_key: key })
    .onConflict((conflict) => conflict.columns(['kind', 'entity_key']).doNothing())
    .execute()
}

/** Returns whether there was a name in that language. */
async function translate(tx: Db, { key, locale }: EntityRenaming, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('genre_name')
    .set({ name })
    .where('genre_key', '=', key)
    .where('locale', '=', locale)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

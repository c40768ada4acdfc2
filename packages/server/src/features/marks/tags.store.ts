/** Queries for a user's tags and their works. Functions that write need a transaction with the user's marks locked. */
import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import type { Db } from '../../db/schema.ts'
import { chunksOf } from '../../db/statements.ts'
import { newId } from '../../lib/ids.ts'

export interface TagRow {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly folded: string
}

export const listTagRows = (db: Db, userKey: number): Promise<TagRow[]> =>
  db.selectFrom('own_tag').select(['key', 'id', 'name', 'folded']).where('user_key', '=', userKey).execute()

export interface TaggedRow {
  readonly tag_key: number
  readonly work_key: number
}

/** Returns the tagged works of a user: all, or only the given works. */
export function listTagged(db: Db, userKey: number, workKeys?: readonly number[]): Promise<TaggedRow[]> {
  if (workKeys?.length === 0) return Promise.resolve([])
  const rows = db
    .selectFrom('tagged_work')
    .innerJoin('own_tag', 'own_tag.key', 'tagged_work.tag_key')
    .select(['tag_key', 'work_key'])
    .where('own_tag.user_key', '=', userKey)
  return (workKeys ? rows.where('work_key', 'in', workKeys) : rows).execute()
}

/** Returns the key of a tag; creates the tag if it does not exist. */
export async function findOrCreateTag(tx: Db, userKey: number, name: string): Promise<number> {
  const folded = fold(name)
  const row = { id: newId(), user_key: userKey, name, folded }
  await tx
    .insertInto('own_tag')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_key', 'folded']).doNothing())
    .execute()
  const { key } = await tx
    .selectFrom('own_tag')
    .select('key')
    .where('user_key', '=', userKey)
    .where('folded', '=', folded)
    .executeTakeFirstOrThrow()
  return key
}

export async function tagWorks(tx: Db, tagKey: number, workKeys: readonly number[]): Promise<void> {
  for (const some of chunksOf(workKeys, 1_000)) {
    await tx
      .insertInto('tagged_work')
      .values(some.map((work_key) => ({ tag_key: tagKey, work_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export async function untagWorks(
  tx: Db,
  workKeys: readonly number[],
  tagKeys: readonly number[],
): Promise<void> {
  if (tagKeys.length === 0 || workKeys.length === 0) return
  await tx
    .deleteFrom('tagged_work')
    .where('work_key', 'in', workKeys)
    .where('tag_key', 'in', tagKeys)
    .execute()
}

export async function deleteUnusedTags(tx: Db, userKey: number): Promise<void> {
  await tx
    .deleteFrom('own_tag')
    .where('user_key', '=', userKey)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tagged_work').select('tag_key').whereRef('tag_key', '=', 'own_tag.key'))),
    )
    .execute()
}

export async function renameTagRow(tx: Db, key: number, name: string): Promise<void> {
  await tx
    .updateTable('own_tag')
    .set({ name, folded: fold(name) })
    .where('key', '=', key)
    .execute()
}

export async function deleteTagRow(tx: Db, key: number): Promise<void> {
  await tx.deleteFrom('own_tag').where('key', '=', key).execute()
}

export async function listWorksOfTag(tx: Db, key: number): Promise<number[]> {
  const rows = await tx.selectFrom('tagged_work').select('work_key').where('tag_key', '=', key).execute()
  return rows.map(({ work_key }) => work_key)
}

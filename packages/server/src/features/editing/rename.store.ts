/** A name given by hand, kept against sources from then on. Inside `writeTogether`. */
import type { EntityKind, Locale } from '@koedana/contract/values.ts'
import { type Db, entityTables } from '../../db/schema.ts'
import { saveGivenWording } from '../entities/entities.store.ts'

export interface Renaming {
  readonly kind: EntityKind
  readonly key: number
  /** What is absent stays. */
  readonly name?: string | undefined
  readonly kana?: string | null | undefined
  /** The language of the person who gives the name. */
  readonly locale: Locale
  readonly now: string
}

/** A genre that has a name of its own in that language gets another one there: it is the name they see. */
export async function renameEntity(tx: Db, renaming: Renaming): Promise<void> {
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
  await saveGivenWording(tx, { kind, key, wording: given })
  await tx
    .insertInto('entity_lock')
    .values({ kind, entity_key: key })
    .onConflict((conflict) => conflict.columns(['kind', 'entity_key']).doNothing())
    .execute()
}

/** Whether there was a name in that language. */
async function translate(tx: Db, { key, locale }: Renaming, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('genre_name')
    .set({ name })
    .where('genre_key', '=', key)
    .where('locale', '=', locale)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How old one must be for each of some works. */
import type { AgeCategory } from '@koedana/contract/values.ts'
import { findWorkKey } from '@koedana/contract/work-id.rules.ts'
import type { Db } from '../../../db/schema.ts'

/** The ages of those that still exist and are not in the trash; null where it is unknown. */
export async function findAges(
  db: Db,
  keys: readonly number[],
): Promise<ReadonlyMap<number, AgeCategory | null>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('work')
    .select(['key', 'age_category'])
    .where('key', 'in', keys)
    .where('trashed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.key, row.age_category]))
}

/**
 * The age as it counts for viewers: an unknown one is the highest. Undefined for a work that is gone or in the trash.
 */
export const findAgeIn =
  (db: Db) =>
  async (workId: string): Promise<AgeCategory | undefined> => {
    const key = findWorkKey(workId)
    if (key === undefined) return undefined
    const age = (await findAges(db, [key])).get(key)
    return age === undefined ? undefined : (age ?? 'r18')
  }

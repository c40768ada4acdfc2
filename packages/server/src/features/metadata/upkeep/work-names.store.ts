import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'

const keysPerStatement = 5_000

/** Returns names by key. Works that the catalog does not have are absent. */
export async function findNames(db: Db, keys: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const some of chunksOf(keys, keysPerStatement)) {
    const rows = await db.selectFrom('work').select(['key', 'name']).where('key', 'in', some).execute()
    for (const { key, name } of rows) names.set(key, name)
  }
  return names
}

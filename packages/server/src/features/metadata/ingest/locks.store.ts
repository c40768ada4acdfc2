import type { WorkField } from '@koedana/contract/editing.ts'
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'

export type LockedFields = ReadonlyMap<number, ReadonlySet<WorkField>>

/** Returns the locked fields by work key. Works without locks are absent. */
export async function findLocked(db: Db, keys: readonly number[]): Promise<LockedFields> {
  const locked = new Map<number, Set<WorkField>>()
  for (const some of chunksOf(keys, keysPerStatement)) {
    const rows = db.selectFrom('work_lock').select(['work_key', 'field'])
    for (const { work_key, field } of await rows.where('work_key', 'in', some).execute()) {
      locked.set(work_key, (locked.get(work_key) ?? new Set()).add(field))
    }
  }
  return locked
}

const keysPerStatement = 4_000

/** What an edit writes beside the columns that sources fill too. Inside `writeTogether`. */
import type { Db } from '../../db/schema.ts'
import type { EditableWork } from './field-states.rules.ts'

export async function saveCoverOf(
  tx: Db,
  key: number,
  cover: EditableWork['cover'],
  now: string,
): Promise<void> {
  await tx
    .updateTable('work')
    .set({
      cover_version: cover?.version ?? null,
      cover_thumbhash: cover?.thumbhash ?? null,
      updated_at: now,
    })
    .where('key', '=', key)
    .execute()
}

/** Fields that were released are to be told again: the marketplace is asked for all of the work at its next turn. */
export async function wantRecordAgain(tx: Db, key: number, { cover }: { cover: boolean }): Promise<void> {
  await tx.updateTable('marketplace_record').set({ numbers_hash: null }).where('key', '=', key).execute()
  if (!cover) return
  await tx
    .updateTable('marketplace_record')
    .set({ cover_state: 'wanted' })
    .where('key', '=', key)
    .where('cover_url', 'is not', null)
    .execute()
}

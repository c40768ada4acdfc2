/** Which cover a work has. */
import { appendChanges } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { writeTogether } from '../../../db/write.ts'
import type { MadeCover } from './make-cover.ts'

export interface CoverRow {
  readonly key: number
  readonly id: string
  readonly cover_version: string | null
}

export async function findCovers(db: Db, keys: readonly number[]): Promise<CoverRow[]> {
  if (keys.length === 0) return []
  return db.selectFrom('work').select(['key', 'id', 'cover_version']).where('key', 'in', keys).execute()
}

/** A new cover is a change of the work's content. */
export async function saveCovers(
  db: Db,
  made: readonly { readonly key: number; readonly cover: MadeCover }[],
  now: Date,
): Promise<void> {
  if (made.length === 0) return
  await writeTogether(db, async (tx) => {
    for (const { key, cover } of made) {
      await tx
        .updateTable('work')
        .set({
          cover_version: cover.version,
          cover_thumbhash: cover.thumbhash,
          updated_at: now.toISOString(),
        })
        .where('key', '=', key)
        .execute()
    }
    await appendChanges(
      tx,
      'work',
      made.map(({ key }) => key),
    )
  })
}

/** What has lain in the trash for long. */
import type { Db } from '../../../../db/schema.ts'

export interface OldWork {
  readonly key: number
  readonly id: string
  readonly name: string
}

/** Those whose files are still here stay: removed, the next scan would only bring them back as strangers. */
export function listOldWorks(db: Db, cutoff: string): Promise<OldWork[]> {
  return db
    .selectFrom('work')
    .select(['key', 'id', 'name'])
    .where('trashed_at', '<=', cutoff)
    .where('key', 'not in', (e) => e.selectFrom('track').select('work_key').where('missing_at', 'is', null))
    .where('key', 'not in', (e) => e.selectFrom('packed_work').select('work_key'))
    .orderBy('key')
    .execute()
}

export interface OldFile {
  readonly id: string
  readonly root: string
  readonly path: string
  readonly workId: string
}

export async function listOldFiles(db: Db, cutoff: string): Promise<OldFile[]> {
  return db
    .selectFrom('track')
    .innerJoin('work', 'work.key', 'track.work_key')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select(['track.id', 'storage.root', 'track.path', 'work.id as workId'])
    .where('track.trashed_at', '<=', cutoff)
    .execute()
}

/** Keys that no work has. */
export async function listUnknownWorks(db: Db, keys: readonly number[]): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await db.selectFrom('work').select('key').where('key', 'in', keys).execute()
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}

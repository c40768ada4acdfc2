/** Files that have been missing for long, and how many there are of them. */
import { sql } from 'kysely'
import type { Db } from '../../../../db/schema.ts'

export interface MissingFile {
  readonly id: string
  readonly workKey: number
  readonly workId: string
  readonly storageKey: number
  readonly root: string
  readonly path: string
}

/** Missing since then or earlier and not in the trash, of some works or all, in the order of ids. */
export async function listMissingFiles(
  db: Db,
  { cutoff, works }: { readonly cutoff: string; readonly works?: readonly number[] },
): Promise<MissingFile[]> {
  if (works?.length === 0) return []
  const missing = db
    .selectFrom('track')
    .innerJoin('work', 'work.key', 'track.work_key')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select([
      'track.id',
      'track.work_key as workKey',
      'work.id as workId',
      'track.storage_key as storageKey',
      'storage.root',
      'track.path',
    ])
    .where('track.missing_at', '<=', cutoff)
    .where('track.trashed_at', 'is', null)
  const files = await (works ? missing.where('track.work_key', 'in', works) : missing).execute()
  return files.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export interface StorageLoss {
  readonly storageKey: number
  /** Files missing since then or earlier, of how many, and the works they belong to. */
  readonly lost: number
  readonly total: number
  readonly works: number
}

export async function countMissingFiles(db: Db, cutoff: string): Promise<StorageLoss[]> {
  const { rows } = await sql<Record<'storage_key' | 'lost' | 'total' | 'works', number | string>>`
    select storage_key, count(*) as total,
      count(case when missing_at <= ${cutoff} then 1 end) as lost,
      count(distinct case when missing_at <= ${cutoff} then work_key end) as works
    from track where trashed_at is null group by storage_key`.execute(db)
  return rows.map(({ storage_key, lost, total, works }) => ({
    storageKey: Number(storage_key),
    lost: Number(lost),
    total: Number(total),
    works: Number(works),
  }))
}

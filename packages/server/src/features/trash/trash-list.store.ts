/** What lies in the trash, as it is listed. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

export interface TrashedRow {
  readonly kind: 'work' | 'track'
  readonly id: string
  readonly name: string
  readonly work_id: string
  readonly trashed_at: string
}

export interface TrashPage {
  /** Both without one. */
  readonly kind: TrashedRow['kind'] | undefined
  readonly limit: number
  readonly offset: number
}

/** The latest first; of one moment works before files, each by id. */
export async function listTrashPage(
  db: Db,
  { kind, limit, offset }: TrashPage,
): Promise<{ rows: readonly TrashedRow[]; total: number }> {
  const trashed = kind === undefined ? sql`${works} union all ${tracks}` : kind === 'work' ? works : tracks
  const page = await sql<TrashedRow>`
    select * from (${trashed}) as trashed
    order by trashed_at desc, kind desc, id
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number | string }>`
    select count(*) as total from (${trashed}) as trashed`.execute(db)
  return { rows: page.rows, total: Number(counted.rows[0]?.total) }
}

const works: RawBuilder<unknown> = sql`
  select 'work' as kind, id, name, id as work_id, trashed_at from work where trashed_at is not null`

const tracks: RawBuilder<unknown> = sql`
  select 'track' as kind, track.id, track.path as name, work.id as work_id, track.trashed_at
  from track join work on work.key = track.work_key
  where track.trashed_at is not null`

/** Finds it in the trash too. */
export async function isWorkStored(db: Db, key: number): Promise<boolean> {
  const row = await db.selectFrom('work').select('key').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

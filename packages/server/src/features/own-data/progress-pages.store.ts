/** Reads playback positions page by page, with the columns that identify their files on other servers. Limits the memory used. */
import type { Db } from '../../db/schema.ts'
import type { TrackTable } from '../../db/tables/library.ts'
import type { ProgressTable, TrackProgressTable } from '../../db/tables/progress.ts'

/** The columns of the file are null if it was deleted. */
export interface PositionWithFile extends Pick<ProgressTable, 'work_key' | 'track_id'> {
  readonly fingerprint: string | null
  readonly folder: string | null
  readonly path: string | null
}

export async function* pagesOfProgress(
  db: Db,
  userKey: number,
  size: number,
): AsyncGenerator<(ProgressTable & PositionWithFile)[]> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await db
      .selectFrom('progress')
      .leftJoin('track', 'track.id', 'progress.track_id')
      .selectAll('progress')
      .select(['track.fingerprint', 'track.folder', 'track.path'])
      .where('progress.user_key', '=', userKey)
      .where('progress.work_key', '>', after)
      .orderBy('progress.work_key')
      .limit(size)
      .execute()
    yield rows
    if (rows.length < size) return
    after = rows.at(-1)?.work_key ?? after
  }
}

export async function* pagesOfTrackProgress(
  db: Db,
  userKey: number,
  size: number,
): AsyncGenerator<(TrackProgressTable & PositionWithFile)[]> {
  let after = { work_key: Number.MIN_SAFE_INTEGER, track_id: '' }
  for (;;) {
    const { work_key, track_id } = after
    const rows = await db
      .selectFrom('track_progress')
      .leftJoin('track', 'track.id', 'track_progress.track_id')
      .selectAll('track_progress')
      .select(['track.fingerprint', 'track.folder', 'track.path'])
      .where('track_progress.user_key', '=', userKey)
      .where((e) =>
        e.or([
          e('track_progress.work_key', '>', work_key),
          e.and([e('track_progress.work_key', '=', work_key), e('track_progress.track_id', '>', track_id)]),
        ]),
      )
      .orderBy('track_progress.work_key')
      .orderBy('track_progress.track_id')
      .limit(size)
      .execute()
    yield rows
    if (rows.length < size) return
    after = rows.at(-1) ?? after
  }
}

export type KnownFile = Pick<TrackTable, 'id' | 'work_key' | 'fingerprint' | 'folder' | 'path'>

/** Returns the files of works, including missing ones, in natural order. */
export const listKnownFiles = (tx: Db, workKeys: readonly number[]): Promise<KnownFile[]> =>
  tx
    .selectFrom('track')
    .select(['id', 'work_key', 'fingerprint', 'folder', 'path'])
    .where('work_key', 'in', workKeys)
    .where('trashed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const listTrackProgressOf = (
  tx: Db,
  userKey: number,
  workKeys: readonly number[],
): Promise<TrackProgressTable[]> =>
  tx
    .selectFrom('track_progress')
    .selectAll()
    .where('user_key', '=', userKey)
    .where('work_key', 'in', workKeys)
    .execute()

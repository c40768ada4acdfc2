/** Plays of one person, and what forgets them. */
import type { Db } from '../../db/schema.ts'
import type { PlayTable } from '../../db/tables/progress.ts'

export type PlayOfWork = Pick<PlayTable, 'id' | 'work_key'>

/** All that are kept, the latest first. */
export const listPlayOrder = (db: Db, userKey: number): Promise<PlayOfWork[]> =>
  db
    .selectFrom('play')
    .select(['id', 'work_key'])
    .where('user_key', '=', userKey)
    .orderBy('last_ms', 'desc')
    .orderBy('id')
    .execute()

export async function deletePlay(tx: Db, userKey: number, id: string): Promise<void> {
  await tx.deleteFrom('play').where('user_key', '=', userKey).where('id', '=', id).execute()
}

/** Forgets the plays and the positions of one work, or of all. */
export async function deleteListening(tx: Db, userKey: number, workKey?: number): Promise<void> {
  for (const table of ['play', 'track_progress', 'progress'] as const) {
    const rows = tx.deleteFrom(table).where('user_key', '=', userKey)
    await (workKey === undefined ? rows : rows.where('work_key', '=', workKey)).execute()
  }
}

import type { Db } from '../../db/schema.ts'
import type { PlayTable } from '../../db/tables/progress.ts'
import { hourMs, subtractListened } from './hours.rules.ts'
import { listHours, setHour } from './hours.store.ts'
import { listPlays } from './progress.store.ts'

export type PlayOfWork = Pick<PlayTable, 'id' | 'work_key'>

export const listPlayOrder = (db: Db, userKey: number): Promise<PlayOfWork[]> =>
  db
    .selectFrom('play')
    .select(['id', 'work_key'])
    .where('user_key', '=', userKey)
    .orderBy('last_ms', 'desc')
    .orderBy('id')
    .execute()

/** Deletes a play, and subtracts its listening time from the hours. */
export async function deletePlay(tx: Db, userKey: number, id: string): Promise<void> {
  await subtractHours(tx, userKey, id)
  await tx.deleteFrom('play').where('user_key', '=', userKey).where('id', '=', id).execute()
}

async function subtractHours(tx: Db, userKey: number, id: string): Promise<void> {
  const [play] = await listPlays(tx, [userKey], [id])
  if (!play) return
  const [from, to] = [Math.floor(play.started_ms / hourMs), Math.floor(play.last_ms / hourMs)]
  const rows = await listHours(tx, { userKey, from, to }, play.work_key)
  const left = subtractListened(
    new Map(rows.map(({ hour, listened_ms }) => [hour, listened_ms])),
    play.listened_ms,
  )
  for (const row of rows) await setHour(tx, { ...row, listened_ms: left.get(row.hour) ?? 0 })
}

/** Deletes the plays, positions and listening hours of one work, or of all works. */
export async function deleteListeningData(tx: Db, userKey: number, workKey?: number): Promise<void> {
  for (const table of ['play', 'track_progress', 'progress', 'listening_hour'] as const) {
    const rows = tx.deleteFrom(table).where('user_key', '=', userKey)
    await (workKey === undefined ? rows : rows.where('work_key', '=', workKey)).execute()
  }
}

import type { HistoryEntry } from '@koedana/contract/history.ts'
import { defaultPageSize } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import type { PlayTable } from '../../db/tables/progress.ts'
import type { Context } from '../../http/context.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { findTracks, type TrackRow } from '../library/media/tracks.store.ts'
import { deleteListeningData, deletePlay, listPlayOrder } from './history.store.ts'
import { listPlays, writeProgress } from './progress.store.ts'
import type { ProgressSources } from './progress.use-cases.ts'

export interface HistorySources extends ProgressSources {
  readonly database: Database
}

export interface HistoryPage {
  /** Each item is JSON that includes the card. */
  readonly items: Buffer[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
}

/** Returns plays of works that the person may see now, newest first. */
export async function listHistory(
  { db, visibleWorks, cards, viewers }: ProgressSources,
  {
    page = 1,
    pageSize = defaultPageSize,
  }: { readonly page?: number | undefined; readonly pageSize?: number | undefined },
  context: Context,
): Promise<HistoryPage> {
  const { userKey } = requirePerson(context)
  const order = await listPlayOrder(db, userKey)
  const visible = await visibleWorks([...new Set(order.map(({ work_key }) => work_key))], context)
  const plays = order.filter(({ work_key }) => visible.has(work_key))
  const wanted = plays.slice((page - 1) * pageSize, page * pageSize)
  const rows = await listPlays(
    db,
    [userKey],
    wanted.map(({ id }) => id),
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const titles = await titlesOf(db, rows)
  const found = await cards.find(
    wanted.map(({ work_key }) => work_key),
    viewers.cardView(context),
  )
  const items = wanted.flatMap(({ id }, at) => {
    const [row, card] = [rowOf.get(id), found[at]]
    if (!row || !card) return []
    const rest = JSON.stringify(toHistoryEntry(row, titles))
    return [Buffer.concat([Buffer.from('{"work":'), card, Buffer.from(`,${rest.slice(1)}`)])]
  })
  return { items, total: plays.length, page, pageSize }
}

type Titles = ReadonlyMap<string, Pick<TrackRow, 'title' | 'work_key'>>

async function titlesOf(db: ProgressSources['db'], rows: readonly PlayTable[]): Promise<Titles> {
  const ids = new Set(rows.flatMap(({ start_track_id, track_id }) => [start_track_id, track_id]))
  return new Map((await findTracks(db, [...ids])).map((track) => [track.id, track]))
}

/**
 * Shows titles only if the file still belongs to this work. It may have moved to another work, which may be hidden, or an import
 * may have named a wrong file.
 */
function toHistoryEntry(row: PlayTable, titles: Titles): Omit<HistoryEntry, 'work'> {
  const titleOf = (fileId: string) => {
    const track = titles.get(fileId)
    return track?.work_key === row.work_key ? track.title : null
  }
  const point = (fileId: string, ms: number) => ({
    fileId,
    trackTitle: titleOf(fileId),
    position: ms / 1000,
  })
  return {
    id: row.id,
    startedAt: new Date(Number(row.started_ms)).toISOString(),
    endedAt: new Date(Number(row.last_ms)).toISOString(),
    start: point(row.start_track_id, row.start_ms),
    end: point(row.track_id, row.position_ms),
    listened: row.listened_ms / 1000,
    device: row.device_name,
  }
}

export async function deleteHistoryPlay(
  { database }: HistorySources,
  id: string,
  context: Context,
): Promise<void> {
  const { userKey } = requirePerson(context)
  // PostgreSQL rejects NUL, and no ID contains it.
  if (!id.includes('\0')) await writeProgress(database, (tx) => deletePlay(tx, userKey, id))
}

/**
 * Deletes the history of one work or of all, including works that are hidden now, because it is the listener's own data. Does
 * nothing if there is none.
 */
export async function clearHistory(
  { database, dictionary }: HistorySources,
  workId: string | undefined,
  context: Context,
): Promise<void> {
  const { userKey } = requirePerson(context)
  const workKey = workId === undefined ? undefined : dictionary.findKey('works', workId)
  await writeProgress(database, (tx) => deleteListeningData(tx, userKey, workKey))
}

/** Adds works and tracks to a playlist, inside the caller's transaction. */
import { type PlaylistTarget, playlistLimits } from '@koedana/contract/playlists.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { PlaylistItemTable } from '../../db/tables/accounts.ts'
import type { FindKey } from '../../domain/viewer.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { insertBefore } from './order.rules.ts'
import { findTrackTitles, insertItems, listItemOrder, savePositions } from './playlists.store.ts'

export interface AddItemsInput {
  readonly playlistKey: number
  readonly things: readonly NewPlaylistItem[]
  readonly before: string | null
  /** Returns which of these works the caller may see; others cannot be added. */
  readonly visible: (keys: readonly number[]) => Iterable<number>
  readonly findKey: FindKey
}

export interface NewPlaylistItem extends PlaylistTarget {
  /** The title of a file that does not exist here. Without it, items whose file is missing are skipped. */
  readonly goneTitle?: string
}

/**
 * Adds items in front of `before`, or at the end if that item was deleted. Skips hidden items and duplicates. Returns how many were
 * added; throws `playlistFull`.
 */
export async function addPlaylistItems(
  database: Database,
  tx: Db,
  { playlistKey, things, before, visible, findKey }: AddItemsInput,
): Promise<number> {
  const order = await listItemOrder(tx, [playlistKey])
  const known = new Set(order.map(({ work_key, track_id }) => thingKey(work_key, track_id)))
  const rows = new Map<string, Omit<PlaylistItemTable, 'position'>>()
  for (const row of await rowsOf(tx, { playlistKey, things, visible, findKey })) {
    const key = thingKey(row.work_key, row.track_id)
    if (!known.has(key) && !rows.has(key)) rows.set(key, row)
  }
  if (rows.size === 0) return 0
  if (order.length + rows.size > playlistLimits.items) throw new AppError('playlistFull')
  const ids = [...rows.values()].map(({ id }) => id)
  const changed = insertBefore(order, ids, before) ?? insertBefore(order, ids, null) ?? []
  const positionOf = new Map(changed.map(({ id, position }) => [id, position]))
  const added = new Set(ids)
  await savePositions(
    tx,
    playlistKey,
    changed.filter(({ id }) => !added.has(id)),
  )
  await insertItems(
    database,
    tx,
    [...rows.values()].map((row) => ({ ...row, position: positionOf.get(row.id) ?? 0 })),
  )
  return rows.size
}

const thingKey = (workKey: number, trackId: string): string => `${workKey} ${trackId}`

async function rowsOf(
  tx: Db,
  { playlistKey, things, visible, findKey }: Omit<AddItemsInput, 'before'>,
): Promise<Omit<PlaylistItemTable, 'position'>[]> {
  const keys = new Set(things.flatMap(({ workId }) => findKey('works', workId) ?? []))
  const seen = new Set(visible([...keys]))
  const fileIds = new Set(things.flatMap(({ fileId }) => fileId ?? []))
  const tracks = new Map((await findTrackTitles(tx, [...fileIds])).map((track) => [track.id, track]))
  return things.flatMap(({ workId, fileId, goneTitle }) => {
    const workKey = findKey('works', workId)
    if (workKey === undefined || !seen.has(workKey)) return []
    const row = { playlist_key: playlistKey, id: newId(), work_key: workKey }
    if (fileId === undefined) return [{ ...row, track_id: '', title: '', duration_seconds: null }]
    const track = tracks.get(fileId)
    if (track?.work_key === workKey)
      return [{ ...row, track_id: fileId, title: track.title, duration_seconds: track.duration_seconds }]
    if (track || goneTitle === undefined) return []
    return [{ ...row, track_id: fileId, title: goneTitle, duration_seconds: null }]
  })
}

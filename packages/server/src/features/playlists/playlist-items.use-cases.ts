/** Lists, plays and reorders the items of a playlist. */
import { maxPlaylistTracks, type PlaylistItem, type PlaylistTarget } from '@koedana/contract/playlists.ts'
import { defaultPageSize } from '@koedana/contract/values.ts'
import type { Track, WorkFiles } from '@koedana/contract/works.ts'
import type { PlaylistItemTable } from '../../db/tables/accounts.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { listTracksByWork } from '../library/media/files.use-cases.ts'
import { findTracks, type TrackRow } from '../library/media/tracks.store.ts'
import { addPlaylistItems } from './add-items.ts'
import { findPlayedPart, insertBefore } from './order.rules.ts'
import {
  changePlaylist,
  deleteItem,
  listItemOrder,
  listItemRows,
  type OrderedItem,
  savePositions,
} from './playlists.store.ts'
import {
  createVisibilityFilter,
  findEditablePlaylist,
  type PlaylistPage,
  type PlaylistSources,
  readPlaylist,
  summarizePlaylist,
} from './playlists.use-cases.ts'

interface PageOf {
  readonly id: string
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

export async function getPlaylist(
  sources: PlaylistSources,
  { id, page = 1, pageSize = defaultPageSize }: PageOf,
  context: Context,
): Promise<PlaylistPage & { playlist: Buffer }> {
  const { row, items } = await readPlaylist(sources, id, context)
  const shown = items.slice((page - 1) * pageSize, page * pageSize)
  return {
    playlist: await summarizePlaylist(sources, { row, items }, context),
    items: await itemsAsJson(sources, { playlistKey: row.key, items: shown }, context),
    total: items.length,
    page,
    pageSize,
  }
}

async function itemsAsJson(
  { db, cards, viewers }: PlaylistSources,
  { playlistKey, items }: { readonly playlistKey: number; readonly items: readonly OrderedItem[] },
  context: Context,
): Promise<Buffer[]> {
  const rows = await listItemRows(
    db,
    playlistKey,
    items.map(({ id }) => id),
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const fileIds = rows.flatMap(({ track_id }) => (track_id === '' ? [] : [track_id]))
  const here = new Map((await findTracks(db, fileIds)).map((track) => [track.id, track]))
  const found = await cards.find(
    items.map(({ work_key }) => work_key),
    viewers.cardView(context),
  )
  return items.flatMap(({ id }, at) => {
    const [row, card] = [rowOf.get(id), found[at]]
    if (!row || !card) return []
    return [withCard(card, { id, track: trackOf(row, here.get(row.track_id)) })]
  })
}

const withCard = (card: Buffer, rest: object): Buffer =>
  Buffer.concat([Buffer.from('{"work":'), card, Buffer.from(`,${JSON.stringify(rest).slice(1)}`)])

/**
 * Returns the track of an item. A deleted file keeps the title it had when it was added. A file that moved to another work counts as
 * deleted, because that work may be hidden.
 */
function trackOf(row: PlaylistItemTable, track: TrackRow | undefined): PlaylistItem['track'] {
  if (row.track_id === '') return null
  const gone = track?.work_key !== row.work_key
  const { title, duration_seconds: duration } = gone ? row : track
  return { fileId: row.track_id, title, duration, gone }
}

export async function addToPlaylist(
  sources: PlaylistSources,
  input: { readonly id: string; readonly items: readonly PlaylistTarget[]; readonly before?: string | null },
  context: Context,
): Promise<number> {
  const { key } = await findEditablePlaylist(sources, input.id, context)
  const at = sources.now().toISOString()
  return sources.database.write.transaction().execute(async (tx) => {
    await changePlaylist(tx, key, { updated_at: at })
    return addPlaylistItems(sources.database, tx, {
      playlistKey: key,
      things: input.items,
      before: input.before ?? null,
      visible: createVisibilityFilter(sources, context),
      findKey: sources.dictionary.findKey,
    })
  })
}

interface ItemMove {
  readonly id: string
  readonly itemId: string
  readonly before: string | null
}

/** Moves an item in front of another one. A move relative to an item does not undo a concurrent move. */
export async function movePlaylistItem(
  sources: PlaylistSources,
  { id, itemId, before }: ItemMove,
  context: Context,
): Promise<void> {
  const { key } = await findEditablePlaylist(sources, id, context)
  await sources.database.write.transaction().execute(async (tx) => {
    await changePlaylist(tx, key, { updated_at: sources.now().toISOString() })
    const order = await listItemOrder(tx, [key])
    if (!order.some((item) => item.id === itemId)) throw new AppError('conflict')
    if (itemId === before) return
    const changed = insertBefore(order, [itemId], before)
    if (!changed) throw new AppError('conflict')
    await savePositions(tx, key, changed)
  })
}

interface WorkOrder {
  readonly id: string
  readonly workKeys: readonly number[]
}

/** Moves the items of these works to the front, in this order. The others keep their order. */
export async function orderByWorks(
  sources: PlaylistSources,
  { id, workKeys }: WorkOrder,
  context: Context,
): Promise<void> {
  const { key } = await findEditablePlaylist(sources, id, context)
  await sources.database.write.transaction().execute(async (tx) => {
    await changePlaylist(tx, key, { updated_at: sources.now().toISOString() })
    const order = await listItemOrder(tx, [key])
    const byWork = Map.groupBy(order, ({ work_key }) => work_key)
    const moved = workKeys.flatMap((workKey) => byWork.get(workKey) ?? []).map((item) => item.id)
    const others = order.filter((item) => !moved.includes(item.id))
    const changed = insertBefore(order, moved, others[0]?.id ?? null)
    if (changed) await savePositions(tx, key, changed)
  })
}

export async function removePlaylistItem(
  sources: PlaylistSources,
  { id, itemId }: Omit<ItemMove, 'before'>,
  context: Context,
): Promise<void> {
  const { key } = await findEditablePlaylist(sources, id, context)
  await sources.database.write.transaction().execute(async (tx) => {
    await changePlaylist(tx, key, { updated_at: sources.now().toISOString() })
    await deleteItem(tx, key, itemId)
  })
}

export interface PlayedPlaylist {
  /** Each item as JSON. */
  readonly items: Buffer[]
  readonly forms: WorkFiles['forms']
}

export async function listPlaylistTracks(
  sources: PlaylistSources,
  { id, from }: { readonly id: string; readonly from?: string | undefined },
  context: Context,
): Promise<PlayedPlaylist> {
  const { items } = await readPlaylist(sources, id, context)
  const keys = [...new Set(items.map(({ work_key }) => work_key))]
  const visible = await sources.visibleWorks(keys, context)
  const seen = items.filter(({ work_key }) => visible.has(work_key))
  const tracks = await listTracksByWork(sources, { visibleKeys: [...visible], hasLinks: true }, context)
  const played = seen.map((item) => playedBy(item, tracks.get(item.work_key) ?? []))
  const at = Math.max(
    0,
    seen.findIndex((item) => item.id === from),
  )
  const { start, end } = findPlayedPart(
    played.map(({ length }) => length),
    at,
    maxPlaylistTracks,
  )
  const part = seen.slice(start, end)
  const found = await sources.cards.find(
    part.map(({ work_key }) => work_key),
    sources.viewers.cardView(context),
  )
  return {
    items: part.flatMap((item, n) => {
      const card = found[n]
      return card ? [withCard(card, { id: item.id, tracks: played[start + n] })] : []
    }),
    forms: [...((await sources.forms.program())?.forms ?? [])],
  }
}

const playedBy = ({ track_id }: OrderedItem, tracks: readonly Track[]): readonly Track[] =>
  tracks.filter(({ id, preferred }) => (track_id === '' ? preferred : id === track_id))

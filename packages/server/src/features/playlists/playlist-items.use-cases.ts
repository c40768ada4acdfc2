/** What is in a playlist: read, played and put in order. */
import {
  mostPlaylistTracks,
  type PlaylistItem,
  type PlaylistThing,
  playlistBounds,
} from '@koedana/contract/playlists.ts'
import { defaultPageSize, findWorkKey } from '@koedana/contract/values.ts'
import type { Track, WorkFiles } from '@koedana/contract/works.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { PlaylistItemTable } from '../../db/tables/accounts.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { tracksOf } from '../library/media/files.use-cases.ts'
import { findTracks, type TrackRow } from '../library/media/tracks.store.ts'
import { partAround, placeBefore } from './order.rules.ts'
import {
  changePlaylist,
  deleteItem,
  insertItems,
  listItemOrder,
  listItemRows,
  nameTracks,
  type OrderedItem,
  savePositions,
} from './playlists.store.ts'
import {
  ownPlaylist,
  type Paged,
  type PlaylistSources,
  readPlaylist,
  summary,
  visibleTo,
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
): Promise<Paged & { playlist: Buffer }> {
  const { row, items } = await readPlaylist(sources, id, context)
  const shown = items.slice((page - 1) * pageSize, page * pageSize)
  return {
    playlist: await summary(sources, { row, items }, context),
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

/** A file that is gone is shown as it was when it was added; one of another work by now is gone: that work may be hidden. */
function trackOf(row: PlaylistItemTable, track: TrackRow | undefined): PlaylistItem['track'] {
  if (row.track_id === '') return null
  const gone = track?.work_key !== row.work_key
  const { title, duration_seconds: duration } = gone ? row : track
  return { fileId: row.track_id, title, duration, gone }
}

export async function addToPlaylist(
  sources: PlaylistSources,
  input: { readonly id: string; readonly items: readonly PlaylistThing[]; readonly before?: string | null },
  context: Context,
): Promise<number> {
  const { key } = await ownPlaylist(sources, input.id, context)
  const at = sources.now().toISOString()
  return sources.database.write.transaction().execute(async (tx) => {
    await changePlaylist(tx, key, { updated_at: at })
    return addThings(sources.database, tx, {
      playlistKey: key,
      things: input.items,
      before: input.before ?? null,
      visible: visibleTo(sources, context),
    })
  })
}

interface Moved {
  readonly id: string
  readonly itemId: string
  readonly before: string | null
}

/** A move says what it goes in front of, so that none undoes one that was made elsewhere meanwhile. */
export async function movePlaylistItem(
  sources: PlaylistSources,
  { id, itemId, before }: Moved,
  context: Context,
): Promise<void> {
  const { key } = await ownPlaylist(sources, id, context)
  await sources.database.write.transaction().execute(async (tx) => {
    await changePlaylist(tx, key, { updated_at: sources.now().toISOString() })
    const order = await listItemOrder(tx, [key])
    if (!order.some((item) => item.id === itemId)) throw new AppError('conflict')
    if (itemId === before) return
    const placed = placeBefore(order, [itemId], before)
    if (!placed) throw new AppError('conflict')
    await savePositions(tx, key, placed)
  })
}

export async function removePlaylistItem(
  sources: PlaylistSources,
  { id, itemId }: Omit<Moved, 'before'>,
  context: Context,
): Promise<void> {
  const { key } = await ownPlaylist(sources, id, context)
  await sources.database.write.transaction().execute(async (tx) => {
    await changePlaylist(tx, key, { updated_at: sources.now().toISOString() })
    await deleteItem(tx, key, itemId)
  })
}

export interface PlayedPlaylist {
  /** Each as JSON. */
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
  const tracks = await tracksOf(sources, { visibleKeys: [...visible], hasLinks: true }, context)
  const played = seen.map((item) => playedBy(item, tracks.get(item.work_key) ?? []))
  const at = Math.max(
    0,
    seen.findIndex((item) => item.id === from),
  )
  const { start, end } = partAround(
    played.map(({ length }) => length),
    at,
    mostPlaylistTracks,
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

export interface ThingsInput {
  readonly playlistKey: number
  readonly things: readonly AddedThing[]
  readonly before: string | null
  /** Which of these works they may see: others they cannot add. */
  readonly visible: (keys: readonly number[]) => Iterable<number>
}

export interface AddedThing extends PlaylistThing {
  /** What a file that is not here was called; without it, one that is not here is left out. */
  readonly goneTitle?: string
}

/** Leaves out what cannot be seen and what is there already; at the end where `before` is gone. Returns how many are new. */
export async function addThings(
  database: Database,
  tx: Db,
  { playlistKey, things, before, visible }: ThingsInput,
): Promise<number> {
  const order = await listItemOrder(tx, [playlistKey])
  const known = new Set(order.map(({ work_key, track_id }) => thingKey(work_key, track_id)))
  const rows = new Map<string, Omit<PlaylistItemTable, 'position'>>()
  for (const row of await rowsOf(tx, { playlistKey, things, visible })) {
    const key = thingKey(row.work_key, row.track_id)
    if (!known.has(key) && !rows.has(key)) rows.set(key, row)
  }
  if (rows.size === 0) return 0
  if (order.length + rows.size > playlistBounds.items) throw new AppError('playlistFull')
  const ids = [...rows.values()].map(({ id }) => id)
  const placed = placeBefore(order, ids, before) ?? placeBefore(order, ids, null) ?? []
  const positionOf = new Map(placed.map(({ id, position }) => [id, position]))
  const added = new Set(ids)
  await savePositions(
    tx,
    playlistKey,
    placed.filter(({ id }) => !added.has(id)),
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
  { playlistKey, things, visible }: Omit<ThingsInput, 'before'>,
): Promise<Omit<PlaylistItemTable, 'position'>[]> {
  const keys = new Set(things.flatMap(({ workId }) => findWorkKey(workId) ?? []))
  const seen = new Set(visible([...keys]))
  const fileIds = new Set(things.flatMap(({ fileId }) => fileId ?? []))
  const tracks = new Map((await nameTracks(tx, [...fileIds])).map((track) => [track.id, track]))
  return things.flatMap(({ workId, fileId, goneTitle }) => {
    const workKey = findWorkKey(workId)
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

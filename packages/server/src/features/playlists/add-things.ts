/** Works and tracks become items of a playlist, inside a transaction of the caller's. */
import type { Viewer } from '@koedana/catalogue/model/query.ts'
import { type PlaylistThing, playlistBounds } from '@koedana/contract/playlists.ts'
import { findWorkKey } from '@koedana/contract/values.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { PlaylistItemTable } from '../../db/tables/accounts.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import type { WorkSources } from '../works/viewers.ts'
import { placeBefore } from './order.rules.ts'
import { insertItems, listItemOrder, nameTracks, savePositions } from './playlists.store.ts'

export interface ThingsInput {
  readonly playlistKey: number
  readonly things: readonly PlaylistThing[]
  readonly before: string | null
  /** What they may not see they cannot add. */
  readonly viewer: Viewer
}

export type AddSources = Pick<WorkSources, 'catalogue'> & { readonly database: Database }

/** Leaves out what cannot be seen and what is there already; at the end where `before` is gone. Returns how many are new. */
export async function addThings(
  sources: AddSources,
  tx: Db,
  { playlistKey, things, before, viewer }: ThingsInput,
): Promise<number> {
  const order = await listItemOrder(tx, [playlistKey])
  const known = new Set(order.map(({ work_key, track_id }) => thingKey(work_key, track_id)))
  const rows = new Map<string, Omit<PlaylistItemTable, 'position'>>()
  for (const row of await rowsOf(sources, tx, { playlistKey, things, viewer })) {
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
    sources.database,
    tx,
    [...rows.values()].map((row) => ({ ...row, position: positionOf.get(row.id) ?? 0 })),
  )
  return rows.size
}

const thingKey = (workKey: number, trackId: string): string => `${workKey} ${trackId}`

async function rowsOf(
  { catalogue }: AddSources,
  tx: Db,
  { playlistKey, things, viewer }: Omit<ThingsInput, 'before'>,
): Promise<Omit<PlaylistItemTable, 'position'>[]> {
  const keys = new Set(things.flatMap(({ workId }) => findWorkKey(workId) ?? []))
  const visible = new Set(catalogue.current().visible([...keys], viewer))
  const fileIds = new Set(things.flatMap(({ fileId }) => fileId ?? []))
  const tracks = new Map((await nameTracks(tx, [...fileIds])).map((track) => [track.id, track]))
  return things.flatMap(({ workId, fileId }) => {
    const workKey = findWorkKey(workId)
    if (workKey === undefined || !visible.has(workKey)) return []
    const row = { playlist_key: playlistKey, id: newId(), work_key: workKey }
    if (fileId === undefined) return [{ ...row, track_id: '', title: '', duration_seconds: null }]
    const track = tracks.get(fileId)
    if (track?.work_key !== workKey) return []
    return [{ ...row, track_id: fileId, title: track.title, duration_seconds: track.duration_seconds }]
  })
}

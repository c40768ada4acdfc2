/** Reads and changes playlists. Not requested for visitors. */
import {
  addToPlaylist,
  createPlaylist,
  deletePlaylist,
  getPlaylist,
  listPlaylists,
  listPlaylistTracks,
  movePlaylistItem,
  type Playlist,
  type PlaylistItem,
  type PlaylistTarget,
  playlistLimits,
  type playlistScopes,
  removePlaylistItem,
  updatePlaylist,
} from '@koedana/contract/playlists.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { currentUser } from '../../../domain/session.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useSettings } from '../../../lib/settings.ts'

export type PlaylistScope = (typeof playlistScopes)[number]

const keyOf = (...parts: readonly unknown[]) => [
  'playlists',
  currentUser()?.id,
  useSettings.getState().locale,
  ...parts,
]

const maxAtOnce = 100

export const playlistsQuery = (scope: PlaylistScope, page = 1) =>
  queryOptions({
    queryKey: keyOf('list', scope, page),
    queryFn: ({ signal }) => call(listPlaylists, { query: { scope, page, pageSize: maxAtOnce } }, signal),
    staleTime: 0,
  })

/** The user's own playlists, each with whether it contains the item. */
export const playlistsWithQuery = (thing: PlaylistTarget | undefined) =>
  queryOptions({
    queryKey: keyOf('with', thing?.workId, thing?.fileId),
    queryFn: ({ signal }) => call(listPlaylists, { query: { ...thing, pageSize: maxAtOnce } }, signal),
    staleTime: 0,
  })

export interface WholePlaylist {
  readonly playlist: Playlist
  readonly items: readonly PlaylistItem[]
}

/** Loads all items, because reordering needs the whole list. */
export const playlistQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('one', id),
    queryFn: async ({ signal }): Promise<WholePlaylist> => {
      const items = new Map<string, PlaylistItem>()
      for (let page = 1; ; page += 1) {
        const part = await call(getPlaylist, { params: { id }, query: { page, pageSize: maxAtOnce } }, signal)
        for (const item of part.items) items.set(item.id, item)
        if (page * maxAtOnce >= part.total) return { playlist: part.playlist, items: [...items.values()] }
      }
    },
    staleTime: 0,
    // Another device may have changed it.
    refetchOnWindowFocus: 'always',
  })

const refreshPlaylists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['playlists'] })

/** Reloads playlists after the change. Rejects on failure, which the client has shown. */
async function refreshAfter<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } finally {
    void refreshPlaylists()
  }
}

export interface PlaylistDetails {
  readonly name: string
  readonly description?: string
  readonly shared?: boolean
}

/** Creates a playlist and returns its ID. Long lists of items are sent in parts. */
export async function createPlaylistWithItems(
  described: PlaylistDetails,
  things: readonly PlaylistTarget[] = [],
): Promise<string> {
  const items = [...things.slice(0, playlistLimits.added)]
  const { id } = await refreshAfter(call(createPlaylist, { body: { ...described, items } }))
  if (things.length > items.length) await addThings(id, things.slice(items.length))
  return id
}

/** Adds items, and returns how many of them are new. */
export async function addThings(id: string, things: readonly PlaylistTarget[]): Promise<number> {
  let added = 0
  for (let at = 0; at < things.length; at += playlistLimits.added) {
    const items = things.slice(at, at + playlistLimits.added)
    added += (await refreshAfter(call(addToPlaylist, { params: { id }, body: { items } }))).added
  }
  return added
}

export const updatePlaylistDetails = (id: string, body: PlaylistDetails): Promise<void> =>
  refreshAfter(call(updatePlaylist, { params: { id }, body }))

/** Deletes a playlist. Its own queries are not reloaded, because its page is still shown until the navigation. */
export async function deletePlaylistById(id: string): Promise<void> {
  await call(deletePlaylist, { params: { id } })
  void queryClient.invalidateQueries({
    queryKey: ['playlists'],
    predicate: ({ queryKey }) => !queryKey.includes(id),
  })
}

export const removeItem = (id: string, itemId: string): Promise<void> =>
  refreshAfter(call(removePlaylistItem, { params: { id, itemId } }))

/** Returns the shown items, including moves that were not sent yet. */
export const shownItems = (id: string): readonly PlaylistItem[] | undefined =>
  queryClient.getQueryData(playlistQuery(id).queryKey)?.items

/** Moves are sent in order, since each refers to the order after the previous one. */
let lastMove: Promise<void> = Promise.resolve()

/** Shows the new order at once, and reloads the list after the last pending move. */
export function moveItem(
  id: string,
  { itemId, before, items }: { itemId: string; before: string | null; items: readonly PlaylistItem[] },
): void {
  const { queryKey } = playlistQuery(id)
  queryClient.setQueryData(queryKey, (known) => known && { ...known, items })
  // The response to an earlier request has the old order.
  void queryClient.cancelQueries({ queryKey })
  const move: Promise<void> = lastMove
    // Failures were shown; the list is reloaded either way.
    .then(() => call(movePlaylistItem, { params: { id, itemId }, body: { before } }).catch(() => undefined))
    .then(() => (move === lastMove ? refreshPlaylists() : undefined))
  lastMove = move
}

export const playlistTracks = (id: string, from?: string) =>
  call(listPlaylistTracks, { params: { id }, query: { from } })

const undoMs = 5_000

/** Removes an item after a delay, also if the page is left. Returns a function that cancels it. */
export function removeItemAfterDelay(id: string, itemId: string): () => void {
  const send = () => {
    stop()
    // The client shows failures.
    void removeItem(id, itemId).catch(() => undefined)
  }
  const timer = setTimeout(send, undoMs)
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', send)
  }
  window.addEventListener('pagehide', send)
  return stop
}

/** Reads and changes playlists. They are never requested for visitors. */
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
  type PlaylistThing,
  playlistBounds,
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

const mostAtOnce = 100

export const playlistsQuery = (scope: PlaylistScope, page = 1) =>
  queryOptions({
    queryKey: keyOf('list', scope, page),
    queryFn: ({ signal }) => call(listPlaylists, { query: { scope, page, pageSize: mostAtOnce } }, signal),
    staleTime: 0,
  })

/** The own ones, with whether this is in them. */
export const playlistsWithQuery = (thing: PlaylistThing | undefined) =>
  queryOptions({
    queryKey: keyOf('with', thing?.workId, thing?.fileId),
    queryFn: ({ signal }) => call(listPlaylists, { query: { ...thing, pageSize: mostAtOnce } }, signal),
    staleTime: 0,
  })

export interface WholePlaylist {
  readonly playlist: Playlist
  readonly items: readonly PlaylistItem[]
}

/** It is read with all its items: an order is changed as a whole. */
export const playlistQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('one', id),
    queryFn: async ({ signal }): Promise<WholePlaylist> => {
      const items = new Map<string, PlaylistItem>()
      for (let page = 1; ; page += 1) {
        const part = await call(
          getPlaylist,
          { params: { id }, query: { page, pageSize: mostAtOnce } },
          signal,
        )
        for (const item of part.items) items.set(item.id, item)
        if (page * mostAtOnce >= part.total) return { playlist: part.playlist, items: [...items.values()] }
      }
    },
    staleTime: 0,
    // Another device may have changed it meanwhile.
    refetchOnWindowFocus: 'always',
  })

const refreshPlaylists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['playlists'] })

/** Rejects where it is refused, which the client has shown then. */
async function changed<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } finally {
    void refreshPlaylists()
  }
}

export interface Described {
  readonly name: string
  readonly description?: string
  readonly shared?: boolean
}

/** Returns its id. A longer list of things is sent in parts. */
export async function makePlaylist(
  described: Described,
  things: readonly PlaylistThing[] = [],
): Promise<string> {
  const items = [...things.slice(0, playlistBounds.added)]
  const { id } = await changed(call(createPlaylist, { body: { ...described, items } }))
  if (things.length > items.length) await addThings(id, things.slice(items.length))
  return id
}

/** Returns how many of them were not in it before. */
export async function addThings(id: string, things: readonly PlaylistThing[]): Promise<number> {
  let added = 0
  for (let at = 0; at < things.length; at += playlistBounds.added) {
    const items = things.slice(at, at + playlistBounds.added)
    added += (await changed(call(addToPlaylist, { params: { id }, body: { items } }))).added
  }
  return added
}

export const describePlaylist = (id: string, body: Described): Promise<void> =>
  changed(call(updatePlaylist, { params: { id }, body }))

/** Its page is still shown until one goes elsewhere: what is no longer there is not requested again. */
export async function dropPlaylist(id: string): Promise<void> {
  await call(deletePlaylist, { params: { id } })
  void queryClient.invalidateQueries({
    queryKey: ['playlists'],
    predicate: ({ queryKey }) => !queryKey.includes(id),
  })
}

export const takeOut = (id: string, itemId: string): Promise<void> =>
  changed(call(removePlaylistItem, { params: { id, itemId } }))

/** Returns the items as they are shown, with moves that the server has not heard of yet. */
export const shownItems = (id: string): readonly PlaylistItem[] | undefined =>
  queryClient.getQueryData(playlistQuery(id).queryKey)?.items

/** Moves reach the server in their order: each says what it goes in front of as the one before it left them. */
let lastMove: Promise<void> = Promise.resolve()

/** Shows the order at once; whatever the server makes of it is loaded once no further move waits. */
export function moveItem(
  id: string,
  { itemId, before, items }: { itemId: string; before: string | null; items: readonly PlaylistItem[] },
): void {
  const { queryKey } = playlistQuery(id)
  queryClient.setQueryData(queryKey, (known) => known && { ...known, items })
  // A response to an earlier request has the earlier order.
  void queryClient.cancelQueries({ queryKey })
  const move: Promise<void> = lastMove
    // What went wrong was shown; the list is loaded again either way.
    .then(() => call(movePlaylistItem, { params: { id, itemId }, body: { before } }).catch(() => undefined))
    .then(() => (move === lastMove ? refreshPlaylists() : undefined))
  lastMove = move
}

export const playlistTracks = (id: string, from?: string) =>
  call(listPlaylistTracks, { params: { id }, query: { from } })

const untilSentMs = 5_000

/** Takes an item out unless that is taken back in time; leaving the page is no taking back. Returns what takes it back. */
export function takeOutSoon(id: string, itemId: string): () => void {
  const send = () => {
    stop()
    // A refusal is shown by the client.
    void takeOut(id, itemId).catch(() => undefined)
  }
  const timer = setTimeout(send, untilSentMs)
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', send)
  }
  window.addEventListener('pagehide', send)
  return stop
}

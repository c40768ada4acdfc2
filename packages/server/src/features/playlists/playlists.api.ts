import type {
  addToPlaylist as addEndpoint,
  createPlaylist as createEndpoint,
  deletePlaylist as deleteEndpoint,
  getPlaylist as getEndpoint,
  listPlaylists as listEndpoint,
  movePlaylistItem as moveEndpoint,
  removePlaylistItem as removeEndpoint,
  listPlaylistTracks as tracksEndpoint,
  updatePlaylist as updateEndpoint,
} from '@koedana/contract/playlists.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import {
  addToPlaylist,
  getPlaylist,
  listPlaylistTracks,
  movePlaylistItem,
  removePlaylistItem,
} from './playlist-items.use-cases.ts'
import {
  createPlaylist,
  deletePlaylist,
  listPlaylists,
  type PlaylistPage,
  type PlaylistSources,
  updatePlaylist,
} from './playlists.use-cases.ts'

export function listPlaylistsHandler(sources: PlaylistSources): Handler<typeof listEndpoint> {
  return async ({ query }, context) => {
    const { items, ...paged } = await listPlaylists(sources, query, context)
    return jsonBytes(joinItems('{"items":[', items, tailOf(paged)))
  }
}

const tailOf = ({ total, page, pageSize }: Omit<PlaylistPage, 'items'>): string =>
  `],"total":${total},"page":${page},"pageSize":${pageSize}}`

export function createPlaylistHandler(sources: PlaylistSources): Handler<typeof createEndpoint> {
  return ({ body }, context) => createPlaylist(sources, body, context)
}

export function getPlaylistHandler(sources: PlaylistSources): Handler<typeof getEndpoint> {
  return async ({ params, query }, context) => {
    const { playlist, items, ...paged } = await getPlaylist(sources, { ...params, ...query }, context)
    const before = `{"playlist":${playlist.toString()},"items":[`
    return jsonBytes(joinItems(before, items, tailOf(paged)))
  }
}

export function updatePlaylistHandler(sources: PlaylistSources): Handler<typeof updateEndpoint> {
  return async ({ params, body }, context) => {
    await updatePlaylist(sources, { ...params, ...body }, context)
  }
}

export function deletePlaylistHandler(sources: PlaylistSources): Handler<typeof deleteEndpoint> {
  return async ({ params }, context) => {
    await deletePlaylist(sources, params.id, context)
  }
}

export function addToPlaylistHandler(sources: PlaylistSources): Handler<typeof addEndpoint> {
  return async ({ params, body: { items, before = null } }, context) => ({
    added: await addToPlaylist(sources, { ...params, items, before }, context),
  })
}

export function movePlaylistItemHandler(sources: PlaylistSources): Handler<typeof moveEndpoint> {
  return async ({ params, body }, context) => {
    await movePlaylistItem(sources, { ...params, ...body }, context)
  }
}

export function removePlaylistItemHandler(sources: PlaylistSources): Handler<typeof removeEndpoint> {
  return async ({ params }, context) => {
    await removePlaylistItem(sources, params, context)
  }
}

export function listPlaylistTracksHandler(sources: PlaylistSources): Handler<typeof tracksEndpoint> {
  return async ({ params, query }, context) => {
    const { items, forms } = await listPlaylistTracks(sources, { ...params, ...query }, context)
    return jsonBytes(joinItems('{"items":[', items, `],"forms":${JSON.stringify(forms)}}`))
  }
}

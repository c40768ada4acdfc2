/** Playlists: ordered works and tracks, private or shared with all logged-in users. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { MediaForm } from './media.ts'
import { RecordId } from './users.ts'
import { page, pageSize, WorkId } from './values.ts'
import { Track, WorkCard } from './works.ts'

export const playlistLimits = {
  /** Playlists per user. */
  lists: 100,
  /** Items per playlist. */
  items: 1_000,
  name: 100,
  description: 2_000,
  /** Items that one request adds. */
  added: 500,
} as const

export const PlaylistName = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(playlistLimits.name, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)

/** Line breaks and tabs are the only control characters allowed. */
export const PlaylistDescription = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.maxLength(playlistLimits.description, 'textTooLong'),
  v.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, 'textExpected'),
)

const FileId = v.pipe(v.string('textExpected'), v.regex(/^[^\p{Cc}]{1,64}$/u, 'textExpected'))

/** A work with its preferred tracks, or one track of it. */
export const PlaylistTarget = v.object({ workId: WorkId, fileId: v.optional(FileId) })
export type PlaylistTarget = v.InferOutput<typeof PlaylistTarget>

const playlistTargets = v.pipe(v.array(PlaylistTarget), v.maxLength(playlistLimits.added, 'listTooLong'))

export const Playlist = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  shared: v.boolean(),
  /** Whether the caller owns it; only the owner may change it. */
  own: v.boolean(),
  owner: v.string(),
  /** Number of items that the caller may see. */
  itemCount: v.number(),
  createdAt: v.string(),
  /** Null for other users, because it would reveal changes to items that they may not see. */
  updatedAt: v.nullable(v.string()),
  /** The first works, for the mosaic of covers. */
  works: v.array(WorkCard),
  /** The item that matches `workId` and `fileId` of the request; absent if there is none. */
  has: v.optional(v.string()),
})
export type Playlist = v.InferOutput<typeof Playlist>

export const PlaylistTrack = v.object({
  fileId: v.string(),
  title: v.string(),
  duration: v.nullable(v.number()),
  /** The track cannot be played: its file is missing, or its storage is off. */
  gone: v.boolean(),
})

export const PlaylistItem = v.object({
  id: v.string(),
  work: WorkCard,
  /** Null for the whole work. */
  track: v.nullable(PlaylistTrack),
})
export type PlaylistItem = v.InferOutput<typeof PlaylistItem>

export const playlistScopes = ['own', 'shared'] as const

export const listPlaylists = endpoint({
  method: 'GET',
  path: '/playlists',
  access: 'user',
  rate: 'read',
  summary: 'List playlists',
  description: 'Your own, most recently changed first; or those that others share, newest first.',
  query: v.object({
    scope: v.optional(v.picklist(playlistScopes, 'valueUnknown')),
    /** Each returned playlist has a flag that tells whether it contains this. */
    workId: v.optional(WorkId),
    fileId: v.optional(FileId),
    page: v.optional(page),
    pageSize: v.optional(pageSize),
  }),
  response: v.object({
    items: v.array(Playlist),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})

export const createPlaylist = endpoint({
  method: 'POST',
  path: '/playlists',
  access: 'user',
  rate: 'write',
  status: 201,
  bodyBytes: 128 * 1024,
  summary: 'Create a playlist',
  description: 'Guests cannot share playlists (403).',
  body: v.object({
    name: PlaylistName,
    description: v.optional(PlaylistDescription),
    shared: v.optional(v.boolean('booleanExpected')),
    items: v.optional(playlistTargets),
  }),
  response: v.object({ id: v.string(), added: v.number() }),
})

const params = v.object({ id: RecordId })

export const getPlaylist = endpoint({
  method: 'GET',
  path: '/playlists/:id',
  access: 'user',
  rate: 'read',
  summary: 'Get a playlist',
  description: 'With one page of its items. Hidden works are left out.',
  params,
  query: v.object({ page: v.optional(page), pageSize: v.optional(pageSize) }),
  response: v.object({
    playlist: Playlist,
    items: v.array(PlaylistItem),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})

export const updatePlaylist = endpoint({
  method: 'PATCH',
  path: '/playlists/:id',
  access: 'user',
  rate: 'write',
  summary: 'Change a playlist',
  description: 'Absent fields stay unchanged.',
  params,
  body: v.object({
    name: v.optional(PlaylistName),
    description: v.optional(PlaylistDescription),
    shared: v.optional(v.boolean('booleanExpected')),
  }),
})

export const deletePlaylist = endpoint({
  method: 'DELETE',
  path: '/playlists/:id',
  access: 'user',
  rate: 'write',
  summary: 'Delete a playlist',
  params,
})

/** The item to insert before; null for the end. */
const before = v.nullable(RecordId)

export const addToPlaylist = endpoint({
  method: 'POST',
  path: '/playlists/:id/items',
  access: 'user',
  rate: 'write',
  bodyBytes: 128 * 1024,
  summary: 'Add works and tracks to a playlist',
  description:
    'In front of an item or at the end. Existing items keep their place, hidden works are left out.',
  params,
  body: v.object({ items: playlistTargets, before: v.optional(before) }),
  response: v.object({ added: v.number() }),
})

const itemParams = v.object({ id: RecordId, itemId: RecordId })

export const movePlaylistItem = endpoint({
  method: 'POST',
  path: '/playlists/:id/items/:itemId/move',
  access: 'user',
  rate: 'write',
  summary: 'Move a playlist item',
  description: 'In front of another item or to the end. 409 if either no longer exists.',
  params: itemParams,
  body: v.object({ before }),
})

export const removePlaylistItem = endpoint({
  method: 'DELETE',
  path: '/playlists/:id/items/:itemId',
  access: 'user',
  rate: 'write',
  summary: 'Remove a playlist item',
  params: itemParams,
})

export const maxPlaylistTracks = 1_000

export const listPlaylistTracks = endpoint({
  method: 'GET',
  path: '/playlists/:id/tracks',
  access: 'user',
  rate: 'read',
  summary: 'List the tracks of a playlist',
  description:
    'With signed links. A work is represented by its preferred tracks. For long playlists, about a thousand tracks around `from`.',
  params,
  /** The item that the result must include; default the first. */
  query: v.object({ from: v.optional(RecordId) }),
  response: v.object({
    items: v.array(v.object({ id: v.string(), work: WorkCard, tracks: v.array(Track) })),
    /** The forms that a track is offered in, with `&form=…` appended to its `url`; empty if the server has no ffmpeg. */
    forms: v.array(MediaForm),
  }),
})

export const playlistEndpoints = {
  listPlaylists,
  createPlaylist,
  getPlaylist,
  updatePlaylist,
  deletePlaylist,
  addToPlaylist,
  movePlaylistItem,
  removePlaylistItem,
  listPlaylistTracks,
} as const

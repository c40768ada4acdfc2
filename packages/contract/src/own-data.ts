/** Export and import of a user's personal data (docs/own-data.md). */
import * as v from 'valibot'
import { AccountSettings } from './account.ts'
import { maxBookmarkTitleLength } from './bookmarks.ts'
import { HomeLayout } from './home-page.ts'
import { endpoint } from './kit/endpoint.ts'
import { PlaylistDescription, PlaylistName, PlaylistTarget, playlistLimits } from './playlists.ts'
import { TagName, tagLimits } from './tag-name.ts'
import { EntityId, FollowedKind, Instant, integer, OwnRating, ProgressState, WorkId } from './values.ts'
import { ViewName, ViewSearch } from './views.ts'

export const ownDataKind = 'koedana.own-data'
export const ownDataVersion = 1

/** Limits of one document; more data is sent in parts, each a document of its own. */
export const importLimits = { entries: 1_000, bytes: 1024 * 1024 } as const

const maxNoteLength = 10_000
const list = <S extends v.GenericSchema>(entry: S) =>
  v.optional(v.pipe(v.array(entry), v.maxLength(importLimits.entries, 'listTooLong')))

const seconds = v.pipe(
  v.number('numberExpected'),
  v.minValue(0, 'numberTooSmall'),
  v.maxValue(10_000_000, 'numberTooLarge'),
)

export const OwnMark = v.object({
  id: WorkId,
  progress: v.optional(v.nullable(ProgressState)),
  progressAt: v.optional(Instant),
  rating: v.optional(v.nullable(OwnRating)),
  ratingAt: v.optional(Instant),
  note: v.optional(v.pipe(v.string('textExpected'), v.maxLength(maxNoteLength, 'textTooLong'))),
  noteAt: v.optional(Instant),
  tags: v.optional(v.pipe(v.array(TagName), v.maxLength(tagLimits.perWork, 'listTooLong'))),
})
export type OwnMark = v.InferOutput<typeof OwnMark>

export const OwnPlaylist = v.object({
  /** The name of the playlist; import uses the user's playlist with this name. */
  name: PlaylistName,
  description: v.optional(PlaylistDescription),
  shared: v.optional(v.boolean('booleanExpected')),
  updatedAt: v.optional(Instant),
  items: v.pipe(v.array(PlaylistTarget), v.maxLength(playlistLimits.items, 'listTooLong')),
})
export type OwnPlaylist = v.InferOutput<typeof OwnPlaylist>

const PlayId = v.pipe(v.string('textExpected'), v.regex(/^[\w-]{1,64}$/, 'textExpected'))
const FileId = v.pipe(v.string('textExpected'), v.regex(/^[^\p{Cc}]{1,64}$/u, 'textExpected'))
const DeviceName = v.pipe(v.string('textExpected'), v.regex(/^[^\p{Cc}\p{Cs}]{0,200}$/u, 'textExpected'))

export const OwnPlay = v.object({
  id: PlayId,
  workId: WorkId,
  fileId: FileId,
  startedAt: Instant,
  endedAt: Instant,
  start: seconds,
  end: seconds,
  listened: seconds,
  device: DeviceName,
})
export type OwnPlay = v.InferOutput<typeof OwnPlay>

export const OwnHour = v.object({
  workId: WorkId,
  /** Hours since 1970, UTC. */
  hour: integer(0, 10_000_000),
  seconds: v.pipe(seconds, v.maxValue(3_600, 'numberTooLarge')),
})
export type OwnHour = v.InferOutput<typeof OwnHour>

/** Identifies a file: on this server by ID, on another server by fingerprint, then by its path in the work. */
const ownFile = {
  fileId: FileId,
  fingerprint: v.optional(v.pipe(v.string('textExpected'), v.maxLength(200, 'textTooLong'))),
  path: v.optional(v.pipe(v.string('textExpected'), v.maxLength(4_096, 'textTooLong'))),
} as const

export const OwnProgress = v.object({
  workId: WorkId,
  ...ownFile,
  /** Seconds into the file. */
  position: seconds,
  at: Instant,
  /** The play that the position is from, and its start: of two positions, the one with the later start wins. */
  playId: PlayId,
  startedAt: Instant,
  device: DeviceName,
  /** A play on another device whose position is offered as an alternative. */
  otherPlayId: v.optional(PlayId),
  /** When the work was last finished. */
  finishedAt: v.optional(Instant),
})
export type OwnProgress = v.InferOutput<typeof OwnProgress>

export const OwnTrackProgress = v.object({
  workId: WorkId,
  ...ownFile,
  position: seconds,
  finished: v.boolean('booleanExpected'),
  at: Instant,
})
export type OwnTrackProgress = v.InferOutput<typeof OwnTrackProgress>

export const OwnBookmark = v.object({
  workId: WorkId,
  ...ownFile,
  position: seconds,
  title: v.pipe(v.string('textExpected'), v.maxLength(maxBookmarkTitleLength, 'textTooLong')),
  at: Instant,
})
export type OwnBookmark = v.InferOutput<typeof OwnBookmark>

/** A saved view. On import, an existing view with the same name is kept. */
export const OwnView = v.object({ name: ViewName, search: ViewSearch })
export type OwnView = v.InferOutput<typeof OwnView>

export const OwnData = v.object({
  kind: v.literal(ownDataKind, 'valueUnknown'),
  version: v.literal(ownDataVersion, 'valueUnknown'),
  exportedAt: v.optional(Instant),
  settings: v.optional(AccountSettings),
  /** The order of the home page, if it was changed. */
  homeLayout: v.optional(HomeLayout),
  favorites: list(v.object({ id: WorkId, at: Instant })),
  marks: list(OwnMark),
  playlists: list(OwnPlaylist),
  follows: list(v.object({ kind: FollowedKind, id: EntityId, at: Instant })),
  plays: list(OwnPlay),
  hours: list(OwnHour),
  progress: list(OwnProgress),
  trackProgress: list(OwnTrackProgress),
  bookmarks: list(OwnBookmark),
  /** In order. */
  views: list(OwnView),
})
export type OwnData = v.InferOutput<typeof OwnData>

/** The lists in a document, in the order in which they are written and sent. */
export const ownSections = [
  'favorites',
  'marks',
  'playlists',
  'follows',
  'plays',
  'hours',
  'progress',
  'trackProgress',
  'bookmarks',
  'views',
] as const
export type OwnSection = (typeof ownSections)[number]

export const ImportReport = v.object({
  /** New, or newer than the existing value. */
  imported: v.number(),
  /** Same as the existing value, or older. */
  unchanged: v.number(),
  /** IDs of entries that do not exist or are not visible on this server; up to 200. */
  unmatched: v.array(v.string()),
  unmatchedCount: v.number(),
  /** Names of playlists and IDs of works whose tags exceeded a limit. */
  refused: v.array(v.string()),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/account/data',
  access: 'user',
  rate: 'read',
  summary: 'Export your data as JSON',
  description: 'Without works above your age limit.',
})

export const importOwnData = endpoint({
  method: 'POST',
  path: '/account/data',
  access: 'user',
  rate: 'write',
  bodyBytes: importLimits.bytes,
  summary: 'Import your data from JSON',
  description: 'Newer values win, nothing is deleted, and importing twice changes nothing.',
  body: OwnData,
  response: ImportReport,
})

export const exportOwnCsv = endpoint({
  method: 'GET',
  path: '/account/data.csv',
  access: 'user',
  rate: 'read',
  summary: 'Export statuses, ratings and notes as CSV',
  description: 'Columns `code,status,rating,note`.',
})

export const importOwnCsv = endpoint({
  method: 'POST',
  path: '/account/data.csv',
  access: 'user',
  rate: 'write',
  bodyBytes: importLimits.bytes,
  summary: 'Import statuses, ratings and notes from CSV',
  description: 'An empty cell changes nothing.',
  body: v.object({ csv: v.string('textExpected') }),
  response: v.object({
    ...ImportReport.entries,
    /** Invalid lines, counted from 1, with a message key; up to 200. */
    faults: v.array(v.object({ line: v.number(), fault: v.string() })),
  }),
})

export const ownDataEndpoints = { exportOwnData, importOwnData, exportOwnCsv, importOwnCsv } as const

/** The union of the fields that Lissen (Moshi), BookPlayer and ShelfPlayer (Codable) require: a missing key makes their parsers throw. */
import * as v from 'valibot'

const int = v.pipe(v.number(), v.integer())
const text = v.string()
const maybe = v.nullable(v.string())
const Named = v.object({ id: text, name: text })

const Metadata = v.object({
  title: text,
  subtitle: maybe,
  authors: v.array(Named),
  authorName: text,
  narrators: v.array(text),
  narratorName: text,
  series: v.array(v.object({ id: text, name: text, sequence: maybe })),
  seriesName: text,
  genres: v.array(text),
  publishedYear: maybe,
  publisher: maybe,
  description: maybe,
  isbn: maybe,
  asin: maybe,
  language: maybe,
  explicit: v.boolean(),
  abridged: v.boolean(),
})

const item = {
  id: text,
  ino: text,
  libraryId: v.literal('library'),
  path: text,
  mediaType: v.literal('book'),
  addedAt: int,
  updatedAt: int,
  ctimeMs: int,
  size: int,
} as const

const media = {
  id: text,
  metadata: Metadata,
  coverPath: maybe,
  tags: v.array(text),
  numTracks: int,
  numAudioFiles: int,
  numChapters: int,
  duration: v.number(),
} as const

export const Item = v.object({ ...item, media: v.object(media) })

/** BookPlayer requires integer chapter IDs, and a length of each file. */
const Chapter = v.object({ id: int, start: v.number(), end: v.number(), title: text })
const FileMetadata = v.object({ filename: text, ext: v.pipe(text, v.startsWith('.')), path: text, size: int })
const AudioFile = v.object({
  index: int,
  ino: text,
  duration: v.number(),
  mimeType: v.pipe(text, v.startsWith('audio/')),
  metadata: FileMetadata,
  metaTags: v.object({ tagTitle: text }),
  format: text,
  bitRate: v.nullable(int),
})
const AudioTrack = v.object({
  index: int,
  ino: text,
  startOffset: v.number(),
  duration: v.number(),
  contentUrl: v.pipe(text, v.regex(/^\/api\/items\/[^?]+$/)),
  mimeType: text,
  codec: text,
  metadata: FileMetadata,
})

export const ExpandedItem = v.object({
  ...item,
  media: v.object({
    ...media,
    audioFiles: v.array(AudioFile),
    chapters: v.array(Chapter),
    tracks: v.array(AudioTrack),
  }),
  libraryFiles: v.array(v.object({ ino: text, metadata: FileMetadata, fileType: text })),
})

export const Progress = v.object({
  id: text,
  libraryItemId: text,
  episodeId: v.null(),
  duration: v.number(),
  currentTime: v.number(),
  isFinished: v.boolean(),
  hideFromContinueListening: v.boolean(),
  lastUpdate: int,
  startedAt: int,
  finishedAt: v.nullable(int),
  progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
})
export const Bookmark = v.object({ libraryItemId: text, time: v.number(), title: text, createdAt: int })

const user = {
  id: text,
  username: text,
  type: text,
  token: v.pipe(text, v.nonEmpty()),
  isActive: v.literal(true),
  isLocked: v.literal(false),
  mediaProgress: v.array(Progress),
  bookmarks: v.array(Bookmark),
  permissions: v.object({ download: v.boolean(), accessAllLibraries: v.literal(true) }),
} as const
export const Me = v.object(user)

const server = {
  userDefaultLibraryId: v.literal('library'),
  serverSettings: v.object({ version: text, buildNumber: int }),
} as const
export const Login = v.object({
  user: v.object({ ...user, accessToken: v.pipe(text, v.regex(/^[\w-]+$/)), refreshToken: text }),
  ...server,
})
/** Has no access token, and a `token` that differs from the one that was sent. */
export const Authorized = v.object({
  user: v.object({ ...user, accessToken: v.optional(v.never()), isOldToken: v.literal(false) }),
  ...server,
})
export const Status = v.object({
  isInit: v.literal(true),
  authMethods: v.array(text),
  serverVersion: text,
  authFormData: v.object({}),
})

const Library = v.object({
  id: text,
  name: text,
  mediaType: v.literal('book'),
  displayOrder: int,
  icon: text,
  provider: text,
  folders: v.array(v.object({ id: text, fullPath: text, libraryId: text })),
})
export const Libraries = v.object({ libraries: v.array(Library) })
export const FilterData = v.object({
  authors: v.array(Named),
  genres: v.array(text),
  tags: v.array(text),
  series: v.array(Named),
  narrators: v.array(text),
  languages: v.array(text),
})
export const LibraryWithData = v.object({ library: Library, filterdata: FilterData })
export const Items = v.object({ results: v.array(Item), total: int, page: int, limit: int })
export const Author = v.object({ ...Named.entries, numBooks: int, imagePath: v.null() })
export const Authors = v.object({ results: v.array(Author), page: int, total: int })
export const AuthorItems = v.object({ ...Author.entries, libraryItems: v.array(Item) })
export const Narrators = v.object({ narrators: v.array(v.object({ id: text, name: text, numBooks: int })) })
export const Series = v.object({ id: text, name: text, libraryId: text, addedAt: int, updatedAt: int })
export const SeriesWithBooks = v.object({ ...Series.entries, books: v.array(Item) })
export const SeriesPage = v.object({ results: v.array(SeriesWithBooks), total: int })
export const Found = v.object({
  book: v.array(v.object({ libraryItem: Item })),
  narrators: v.array(v.object({ id: text, name: text, numBooks: int })),
  genres: v.array(v.object({ name: text, numItems: int })),
  tags: v.array(v.unknown()),
  authors: v.array(Author),
  series: v.array(v.object({ series: Series, books: v.array(Item) })),
})
export const Shelves = v.array(
  v.object({
    id: text,
    label: text,
    labelStringKey: text,
    type: v.picklist(['book', 'series']),
    total: int,
    // Lissen parses every entity of a row as an item.
    entities: v.array(v.looseObject({ id: text, libraryId: text })),
  }),
)
export const Batch = v.object({ libraryItems: v.array(ExpandedItem) })
export const InProgress = v.object({
  libraryItems: v.array(v.object({ ...Item.entries, progressLastUpdate: int })),
})

const session = {
  id: text,
  userId: text,
  libraryId: text,
  libraryItemId: text,
  episodeId: v.null(),
  mediaType: v.literal('book'),
  mediaMetadata: Metadata,
  chapters: v.array(Chapter),
  displayTitle: text,
  displayAuthor: text,
  coverPath: maybe,
  duration: v.number(),
  playMethod: int,
  mediaPlayer: text,
  deviceInfo: v.object({ clientName: text }),
  serverVersion: text,
  timeListening: v.number(),
  startTime: v.number(),
  currentTime: v.number(),
  startedAt: int,
  updatedAt: int,
} as const
export const Session = v.object(session)
export const OpenSession = v.object({
  ...session,
  audioTracks: v.array(AudioTrack),
  libraryItem: ExpandedItem,
})
export const Sessions = v.object({
  total: int,
  numPages: int,
  page: int,
  itemsPerPage: int,
  sessions: v.array(Session),
})
export const Statistics = v.object({
  totalTime: v.number(),
  items: v.record(text, v.object({ id: text, timeListening: v.number(), mediaMetadata: Metadata })),
  days: v.record(v.pipe(text, v.isoDate()), v.number()),
  dayOfWeek: v.record(text, v.number()),
  today: v.number(),
  recentSessions: v.array(Session),
})
export const LocalResults = v.object({
  results: v.array(v.object({ id: text, success: v.boolean(), progressSynced: v.optional(v.boolean()) })),
})
export const ErrorShape = v.object({ error: v.pipe(text, v.nonEmpty()) })

const PlaylistEntry = v.object({ libraryItemId: text, episodeId: v.null(), libraryItem: ExpandedItem })
export const Playlist = v.object({
  id: text,
  libraryId: v.literal('library'),
  userId: text,
  name: text,
  description: text,
  createdAt: int,
  lastUpdate: int,
  items: v.array(PlaylistEntry),
})
export const Playlists = v.object({ playlists: v.array(Playlist) })
export const PlaylistPage = v.object({ results: v.array(Playlist), total: int, limit: int, page: int })

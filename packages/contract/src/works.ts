import * as v from 'valibot'
import { Entity, RankedEntity } from './entities.ts'
import { filterEntries, SearchText, Seed, WorkSort } from './filters.ts'
import { endpoint } from './kit/endpoint.ts'
import { MediaForm } from './media.ts'
import { cardNumbers, detailNumbers, historyNumbers } from './number-lists.ts'
import {
  AgeCategory,
  Availability,
  EntityKind,
  Period,
  page,
  pageSize,
  Source,
  TrackSet,
  ViewerFilters,
  viewerFilterEntries,
  WorkId,
} from './values.ts'

/**
 * Enough to draw a cover: `/covers/{workId}/{size}/{version}?s={signature}`; `thumbhash` is base64. A cover has no signature if the
 * viewer's policy blurs it: `GET /works/{id}/cover` reveals it.
 */
export const Cover = v.object({
  thumbhash: v.string(),
  version: v.string(),
  signature: v.nullable(v.string()),
})
export type Cover = v.InferOutput<typeof Cover>

/** What a grid of works shows, without personal data. Prices are yen, durations seconds; null means unknown. */
export const WorkCard = v.object({
  id: v.string(),
  title: v.string(),
  /** BCP 47, for the right glyphs and speech; `''` if unknown. */
  titleLanguage: v.string(),
  ageCategory: AgeCategory,
  maker: v.nullable(Entity),
  artists: v.array(Entity),
  genres: v.array(Entity),
  ...v.entriesFromList(cardNumbers, v.nullable(v.number())),
  releaseDate: v.nullable(v.string()),
  inLibrary: v.boolean(),
  hasLyrics: v.boolean(),
  cover: v.nullable(Cover),
})
export type WorkCard = v.InferOutput<typeof WorkCard>

export const Edition = v.object({ id: v.string(), title: v.string(), languages: v.array(v.string()) })

export const Work = v.object({
  ...WorkCard.entries,
  /** The source's raw name; `title` is the form shown in the viewer's language. */
  name: v.string(),
  kana: v.nullable(v.string()),
  ...v.entriesFromList(detailNumbers, v.nullable(v.number())),
  languages: v.array(v.string()),
  series: v.nullable(Entity),
  illustrators: v.array(Entity),
  writers: v.array(v.string()),
  musicians: v.array(v.string()),
  editions: v.array(Edition),
  availability: Availability,
  /** Nothing is playable, but a storage has an archive of the work that must be unpacked first. */
  packed: v.boolean(),
  addedAt: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type Work = v.InferOutput<typeof Work>

/** A work with what is known about its record. */
export const DetailedWork = v.object({
  ...Work.entries,
  metadata: v.object({
    /** The source and time of each field, and whether an edit locks it against refresh. */
    fields: v.record(v.string(), v.object({ source: Source, at: v.string(), locked: v.boolean() })),
    /** Formats of its playable files, such as `flac`; empty if it is not in the library. */
    formats: v.array(v.string()),
  }),
})
export type DetailedWork = v.InferOutput<typeof DetailedWork>

/** How a file other than audio is shown; `other` can only be downloaded. */
export const fileKinds = ['picture', 'pdf', 'text', 'other'] as const

/** A file of a work other than audio. `url` as in `Track`; texts are sent with their encoding in `content-type`. */
export const WorkFile = v.object({
  id: v.string(),
  /** The file name with its extension. */
  name: v.string(),
  /** Folder inside the work, `''` for its root, `/` between parts. */
  folder: v.string(),
  kind: v.picklist(fileKinds),
  sizeBytes: v.number(),
  away: v.boolean(),
  url: v.nullable(v.string()),
})
export type WorkFile = v.InferOutput<typeof WorkFile>

/** All files of a work on this server, in one ZIP with its folders. `url` as in `Track`. */
export const WorkArchive = v.object({
  fileCount: v.number(),
  sizeBytes: v.number(),
  url: v.nullable(v.string()),
})

/**
 * The data of a track that players need. `url` is signed, short-lived and bound to the caller's session: after a 403, request a new one. It
 * is null for visitors and guests who may not listen.
 */
export const PlayerTrack = v.object({
  id: v.string(),
  title: v.string(),
  /** Folder inside the work, `''` for its root, `/` between parts. */
  folder: v.string(),
  format: v.string(),
  duration: v.nullable(v.number()),
  sizeBytes: v.number(),
  hasLyrics: v.boolean(),
  /** Whether its storage is off: the track is listed, but cannot be played until the storage is on again. */
  away: v.boolean(),
  url: v.nullable(v.string()),
})

/** The start of a chapter in seconds; `''` means no title. */
export const Chapter = v.object({ start: v.number(), title: v.string() })

/** A playable file with all known details; null means unknown. */
export const Track = v.object({
  ...PlayerTrack.entries,
  set: TrackSet,
  /** Whether playing the work plays this track. Preferred tracks are one set, in one format if the set is complete in one. */
  preferred: v.boolean(),
  /** The codec, such as `FLAC` or `MPEG 1 Layer 3`. */
  codec: v.nullable(v.string()),
  bitDepth: v.nullable(v.number()),
  /** Hertz. */
  sampleRate: v.nullable(v.number()),
  /** Bits per second, averaged over the whole file. */
  bitrate: v.nullable(v.number()),
  channels: v.nullable(v.number()),
  /** Loudness by EBU R128; null if it was not measured yet, cannot be measured, or the server has no ffmpeg. */
  loudness: v.nullable(
    v.object({
      /** LUFS; null if too quiet or too short. */
      integrated: v.nullable(v.number()),
      /** dBTP; null for silence. */
      truePeak: v.nullable(v.number()),
    }),
  ),
  /** Whether `/tracks/{id}/waveform` has data. */
  hasWaveform: v.boolean(),
  /** Chapters from its tags, or from a cue sheet or text file next to it, in order; none or at least two. */
  chapters: v.array(Chapter),
})
export type Track = v.InferOutput<typeof Track>

export const WorkFiles = v.object({
  tracks: v.array(Track),
  /** The forms that a track is offered in, with `&form=…` appended to its `url`; empty if the server has no ffmpeg. */
  forms: v.array(MediaForm),
  files: v.array(WorkFile),
  /** Null if the server has no files of the work. */
  archive: v.nullable(WorkArchive),
})
export type WorkFiles = v.InferOutput<typeof WorkFiles>

/** The period behind an order by popularity. */
export const Popularity = {
  /** `all` if no work in the list has known sales in the requested period, null if no sales are known at all. */
  popularPeriod: v.nullable(Period),
  /** Copies that each item sold in the period, negative if copies were returned; null means unknown. */
  popularSold: v.array(v.nullable(v.number())),
} as const

export const listWorks = endpoint({
  method: 'GET',
  path: '/works',
  access: 'public',
  rate: 'read',
  summary: 'List works',
  description: 'Filtered, sorted and paged, with the exact total.',
  query: v.object({
    ...filterEntries,
    sort: v.optional(WorkSort),
    seed: v.optional(Seed),
    /** Used by `popular`; default a week. */
    period: v.optional(Period),
    page: v.optional(page),
    pageSize: v.optional(pageSize),
  }),
  response: v.object({
    items: v.array(WorkCard),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
    /** Works that only the viewer's own filters hide; absent if they hide none. */
    hidden: v.optional(v.number()),
    /** Both only in the order `popular`. */
    popularPeriod: v.optional(Popularity.popularPeriod),
    popularSold: v.optional(Popularity.popularSold),
  }),
})

export const SuggestedEntity = v.object({ kind: EntityKind, ...RankedEntity.entries })
export type SuggestedEntity = v.InferOutput<typeof SuggestedEntity>

export const suggest = endpoint({
  method: 'GET',
  path: '/works/suggest',
  access: 'public',
  rate: 'read',
  summary: 'Suggest works and entities while typing',
  query: v.object({ q: SearchText, ...viewerFilterEntries }),
  response: v.object({
    /** The work whose complete ID was entered. */
    jump: v.nullable(v.string()),
    works: v.array(WorkCard),
    entities: v.array(SuggestedEntity),
  }),
})

/** The numbers known at the end of a day; null means unknown. Yen, counts, ratings of 0 to 5. */
export const HistoryPoint = v.object({
  date: v.string(),
  ...v.entriesFromList(historyNumbers, v.nullable(v.number())),
})
export type HistoryPoint = v.InferOutput<typeof HistoryPoint>

export const getWorkHistory = endpoint({
  method: 'GET',
  path: '/works/:id/history',
  access: 'public',
  rate: 'read',
  summary: 'Get the number history of a work',
  description: 'One point per day (UTC) on which a number changed, oldest first.',
  params: v.object({ id: WorkId }),
  query: ViewerFilters,
  response: v.object({ points: v.array(HistoryPoint) }),
})

export const getWork = endpoint({
  method: 'GET',
  path: '/works/:id',
  access: 'public',
  rate: 'read',
  summary: 'Get a work',
  params: v.object({ id: WorkId }),
  query: ViewerFilters,
  response: DetailedWork,
})

export const revealCover = endpoint({
  method: 'GET',
  path: '/works/:id/cover',
  access: 'public',
  rate: 'read',
  summary: 'Get the unblurred cover of a work',
  description: "Returns the signed link even if the viewer's policy blurs the cover in lists.",
  params: v.object({ id: WorkId }),
  query: ViewerFilters,
  response: v.object({ cover: Cover }),
})

export const listWorkFiles = endpoint({
  method: 'GET',
  path: '/works/:id/files',
  access: 'public',
  rate: 'read',
  summary: 'List the files of a work',
  description:
    'With signed links. Preferred tracks come first, then other track sets and formats in natural order, then other files.',
  params: v.object({ id: WorkId }),
  query: ViewerFilters,
  response: WorkFiles,
})

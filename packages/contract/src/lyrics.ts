/** Subtitles: the spoken lines of a track, and the files assigned to it. */
import * as v from 'valibot'
import { SearchText } from './filters.ts'
import { endpoint } from './kit/endpoint.ts'
import { page, pageSize, ViewerFilters, viewerFilterEntries, WorkId } from './values.ts'
import { WorkCard } from './works.ts'

/** In the order in which players that show only one should prefer them. */
export const lyricsKinds = ['main', 'translation', 'reading'] as const
export const lyricsFormats = ['lrc', 'vtt', 'srt'] as const

export const LyricsFacts = v.object({
  id: v.string(),
  /** BCP 47; `und` if unknown. */
  lang: v.string(),
  kind: v.picklist(lyricsKinds),
  source: v.picklist(['lrc', 'vtt', 'srt', 'ass', 'txt', 'embedded']),
  /** Lines are shown this many milliseconds earlier than their times. */
  offsetMs: v.number(),
  /** Whether the lines have times; plain text has none. */
  synced: v.boolean(),
  lines: v.number(),
})
export type LyricsFacts = v.InferOutput<typeof LyricsFacts>

/** Times are in milliseconds; `at` is an offset into `text` in UTF-16 code units. Lines of one cue are separated by a line feed. */
export const Cue = v.object({
  startMs: v.number(),
  endMs: v.optional(v.number()),
  text: v.string(),
  words: v.optional(v.pipe(v.array(v.object({ startMs: v.number(), at: v.number() })), v.readonly())),
})

export const TrackLyrics = v.object({ ...LyricsFacts.entries, cues: v.pipe(v.array(Cue), v.readonly()) })
export type TrackLyrics = v.InferOutput<typeof TrackLyrics>

const trackId = v.pipe(v.string('textExpected'), v.maxLength(64, 'textTooLong'))
const lyricsId = v.pipe(v.string('textExpected'), v.maxLength(20, 'textTooLong'))

export const listWorkLyrics = endpoint({
  method: 'GET',
  path: '/works/:id/lyrics',
  access: 'public',
  rate: 'read',
  summary: 'List subtitle languages of a work',
  description: 'Which tracks have subtitles, and in which languages, without the lines.',
  params: v.object({ id: WorkId }),
  query: ViewerFilters,
  response: v.object({
    tracks: v.array(v.object({ trackId: v.string(), lyrics: v.array(LyricsFacts) })),
  }),
})

export const getTrackLyrics = endpoint({
  method: 'GET',
  path: '/tracks/:id/lyrics',
  access: 'public',
  rate: 'read',
  summary: 'Get the subtitles of a track',
  description:
    'In every language, preferred language first. With `format`, one of them as a file (`lyricsId`, or the first).',
  params: v.object({ id: trackId }),
  query: v.object({
    format: v.optional(v.picklist(lyricsFormats, 'valueUnknown')),
    lyricsId: v.optional(lyricsId),
    ...viewerFilterEntries,
  }),
  response: v.object({ items: v.array(TrackLyrics) }),
})

export const lyricsChoices = ['automatic', 'chosen', 'refused'] as const
export type LyricsChoice = (typeof lyricsChoices)[number]
const LyricsChoice = v.picklist(lyricsChoices, 'valueUnknown')

export const LyricsCandidate = v.object({
  ...LyricsFacts.entries,
  /** The name of its file. */
  name: v.string(),
  /** Similarity to the track, 0 to 1. */
  score: v.number(),
  /** Whether the track uses it now. */
  belongs: v.boolean(),
  choice: LyricsChoice,
})
export type LyricsCandidate = v.InferOutput<typeof LyricsCandidate>

export const listLyricsCandidates = endpoint({
  method: 'GET',
  path: '/tracks/:id/lyrics/candidates',
  access: 'admin',
  rate: 'read',
  summary: 'List subtitle files for a track',
  description: 'Those in use, then the most similar.',
  params: v.object({ id: trackId }),
  response: v.object({ items: v.array(LyricsCandidate) }),
})

export const chooseTrackLyrics = endpoint({
  method: 'PUT',
  path: '/tracks/:id/lyrics/:lyricsId',
  access: 'admin',
  rate: 'write',
  summary: 'Assign a subtitle file to a track',
  description: 'Or unassign it, or return to automatic matching.',
  params: v.object({ id: trackId, lyricsId }),
  body: v.object({ choice: LyricsChoice }),
  response: v.object({ items: v.array(LyricsCandidate) }),
})

/** A matching line with its work and track. */
export const SpokenLine = v.object({
  work: WorkCard,
  trackId: v.string(),
  trackTitle: v.string(),
  lyricsId: v.string(),
  lang: v.string(),
  kind: v.picklist(lyricsKinds),
  synced: v.boolean(),
  /** Start of the line in milliseconds; 0 if unknown. */
  startMs: v.number(),
  text: v.string(),
  /** The first matching term, as offsets in UTF-16 code units. */
  match: v.nullable(v.object({ start: v.number(), end: v.number() })),
})
export type SpokenLine = v.InferOutput<typeof SpokenLine>

export const searchLyrics = endpoint({
  method: 'GET',
  path: '/lyrics/search',
  access: 'public',
  rate: 'read',
  summary: 'Search spoken lines',
  description: 'By words of two characters or more, most recently read subtitles first.',
  query: v.object({
    q: SearchText,
    page: v.optional(page),
    pageSize: v.optional(pageSize),
    ...viewerFilterEntries,
  }),
  response: v.object({
    items: v.array(SpokenLine),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
    /** Whether texts are still being indexed, so that more may be found soon. */
    indexing: v.boolean(),
  }),
})

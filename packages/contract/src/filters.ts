/** The filter of works, shared by lists, counts and the URLs of the client. */
import * as v from 'valibot'
import { integerLimits, numberSorts, ratingLimits } from './number-lists.ts'
import { TagName, tagLimits } from './tag-name.ts'
import {
  AgeCategory,
  CalendarDate,
  Count,
  EntityId,
  entityKinds,
  integer,
  Language,
  LyricsLanguage,
  Match,
  maxInteger,
  OwnRating,
  ProgressState,
  Rating,
  viewerFilterEntries,
  WorkId,
} from './values.ts'

const maxSearchLength = 500

/** Search input; control characters are rejected. */
export const SearchText = v.pipe(
  v.string('textExpected'),
  v.maxLength(maxSearchLength, 'textTooLong'),
  v.regex(/^[^\p{Cc}]*$/u, 'textExpected'),
)

/** More than any screen produces; longer lists are rejected before they cost anything. */
const maxIdsPerList = 1_000

const ids = v.optional(v.pipe(v.array(EntityId), v.maxLength(maxIdsPerList, 'listTooLong')))
const match = v.optional(Match)
const ages = v.optional(v.array(AgeCategory))
const date = v.optional(CalendarDate)
const flag = v.optional(v.boolean('booleanExpected'))

export const playedPeriods = ['daily', 'weekly', 'monthly', 'yearly'] as const
export const PlayedPeriod = v.picklist(playedPeriods, 'valueUnknown')
export type PlayedPeriod = v.InferOutput<typeof PlayedPeriod>

export const filterEntries = {
  /** Terms that must all match (`-word` must not), `"a phrase"`; in entity lists, part of the entity's name. */
  q: v.optional(SearchText),
  ageCategories: ages,
  excludedAgeCategories: ages,
  ...v.entriesFromList(integerLimits, v.optional(Count)),
  ...v.entriesFromList(ratingLimits, v.optional(Rating)),
  releaseYear: v.optional(integer(1000, 9999)),
  releaseDateStart: date,
  releaseDateEnd: date,
  ...v.entriesFromList(entityKinds, ids),
  ...v.entriesFromList(
    entityKinds.map((kind) => `${kind}Match` as const),
    match,
  ),
  excludedMakers: ids,
  excludedSeries: ids,
  excludedArtists: ids,
  excludedIllustrators: ids,
  excludedGenres: ids,
  excludedWorks: v.optional(v.pipe(v.array(WorkId), v.maxLength(maxIdsPerList, 'listTooLong'))),
  languages: v.optional(v.array(Language)),
  inLibrary: flag,
  hasLyrics: flag,
  /** Works with subtitles in any of these languages. */
  lyricsLanguages: v.optional(v.array(LyricsLanguage)),
  /** Personal filters by the caller's marks; visitors have none. */
  favorite: flag,
  progress: v.optional(v.array(ProgressState)),
  minOwnRating: v.optional(OwnRating),
  /** Whether the caller started or finished it. */
  heard: flag,
  /** Works that have all of these personal tags. */
  ownTags: v.optional(v.pipe(v.array(TagName), v.maxLength(tagLimits.perWork, 'listTooLong'))),
  /** Works played in the last 1, 7, 30 or 365 days. */
  heardWithin: v.optional(PlayedPeriod),
  editions: v.optional(v.picklist(['representative', 'all'], 'valueUnknown')),
  ...viewerFilterEntries,
}

export const WorkFilter = v.object(filterEntries)
export type WorkFilter = v.InferOutput<typeof WorkFilter>

/** Filters whose result depends on the caller. */
export const personalFilters = [
  'favorite',
  'progress',
  'minOwnRating',
  'heard',
  'heardWithin',
  'ownTags',
] as const satisfies readonly (keyof WorkFilter)[]

export const workSorts = [
  /** Best match first; without `q` the default order. */
  'relevance',
  'recentlyAdded',
  'recentlyCreated',
  'recentlyUpdated',
  'releaseDateDesc',
  'releaseDateAsc',
  ...numberSorts,
  /** Growth of sales over `period`; for all time, total sales. */
  'popular',
  'random',
] as const
export const WorkSort = v.picklist(workSorts, 'sortUnknown')
export type WorkSort = v.InferOutput<typeof WorkSort>
export const defaultWorkSort: WorkSort = 'releaseDateDesc'

/** Seed of the `random` order: the same seed gives the same order while the catalog is unchanged. */
export const Seed = integer(0, maxInteger)

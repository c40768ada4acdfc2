/**
 * Requires everything that the parsers of KikoFlu, Zinhao's app, kikoeru.tui and KikoeruApi require. Each fails if a field is missing,
 * is null unexpectedly, or is a fraction where it expects an integer.
 */
import * as v from 'valibot'

/** Kotlin, F# and Java parse 32-bit integers. */
const Int = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1))
/** Numbers of codes other than RJ are longer; KikoFlu and KikoeruApi read them. */
const Long = v.pipe(v.number(), v.safeInteger())

export const Circle = v.object({
  id: Int,
  name: v.string(),
  source_id: v.string(),
  source_type: v.string(),
})
const Voice = v.object({ id: v.string(), name: v.string() })
const Tag = v.object({ id: Int, name: v.string() })
const Edition = v.object({
  id: Long,
  lang: v.string(),
  title: v.string(),
  source_id: v.string(),
  is_original: v.boolean(),
  source_type: v.string(),
})
/** An object without these fields throws in kikoeru.tui; null does not. */
const Translation = v.object({
  is_child: v.boolean(),
  is_parent: v.boolean(),
  is_original: v.boolean(),
  is_volunteer: v.boolean(),
  is_translation_agree: v.boolean(),
  is_translation_bonus_child: v.boolean(),
})
/** Apps append `?` and their token, so the path must not contain a question mark. */
const Link = (way: string) => v.pipe(v.string(), v.regex(new RegExp(`^/api/${way}/[^?]+$`)))

export const StrictWork = v.object({
  id: Long,
  title: v.string(),
  circle_id: Int,
  name: v.string(),
  circle: Circle,
  nsfw: v.boolean(),
  release: v.string(),
  dl_count: Int,
  price: Int,
  review_count: Int,
  rate_count: Int,
  rate_average_2dp: v.number(),
  rate_count_detail: v.array(v.object({ review_point: Int, count: Int, ratio: Int })),
  rank: v.nullable(
    v.array(v.object({ term: v.string(), category: v.string(), rank: Int, rank_date: v.string() })),
  ),
  vas: v.array(Voice),
  tags: v.array(v.object({ ...Tag.entries, i18n: v.record(v.string(), v.object({ name: v.string() })) })),
  userRating: v.nullable(Int),
  progress: v.nullable(v.string()),
  review_text: v.nullable(v.string()),
  create_date: v.pipe(v.string(), v.isoDate()),
  has_subtitle: v.boolean(),
  lyric_status: v.string(),
  duration: Int,
  memo: v.object({ totalDuration: Int }),
  age_category_string: v.picklist(['general', 'r15', 'adult']),
  language_editions: v.array(v.unknown()),
  other_language_editions_in_db: v.array(Edition),
  translation_info: v.nullable(Translation),
  work_attributes: v.string(),
  source_id: v.string(),
  source_type: v.string(),
  source_url: v.string(),
  playlistStatus: v.record(v.string(), v.boolean()),
  samCoverUrl: v.string(),
  thumbnailCoverUrl: v.string(),
  mainCoverUrl: v.string(),
})
export const StrictList = v.object({
  works: v.array(StrictWork),
  pagination: v.object({ currentPage: Int, page: Int, pageSize: Int, totalCount: Int }),
})
export const StrictFile = v.object({
  type: v.picklist(['audio', 'text', 'image', 'other']),
  hash: v.pipe(v.string(), v.regex(/^\d+\/[\w-]+$/)),
  title: v.string(),
  work: v.object({ id: Long, source_id: v.string(), source_type: v.string() }),
  workTitle: v.string(),
  mediaStreamUrl: Link('media/stream'),
  mediaDownloadUrl: Link('media/download'),
  size: Int,
  duration: v.optional(v.number()),
})
export type StrictFile = v.InferOutput<typeof StrictFile>
type StrictNode = StrictFile | { type: 'folder'; title: string; children: StrictNode[] }
const StrictFolder: v.GenericSchema<StrictNode> = v.object({
  type: v.literal('folder'),
  title: v.string(),
  children: v.array(v.lazy((): v.GenericSchema<StrictNode> => StrictNode)),
})
const StrictNode: v.GenericSchema<StrictNode> = v.union([StrictFile, StrictFolder])
export const StrictTree = v.array(StrictNode)

/** The nodes that kikoeru.tui plays: folders, and absolute URLs that a player opens directly. */
const Absolute = v.looseObject({
  type: v.picklist(['audio', 'text', 'image', 'other']),
  mediaStreamUrl: v.pipe(v.string(), v.url()),
  mediaDownloadUrl: v.pipe(v.string(), v.url()),
})
export const AbsoluteTree = v.array(
  v.object({
    type: v.literal('folder'),
    title: v.string(),
    children: v.array(v.union([Absolute, v.looseObject({ type: v.literal('folder') })])),
  }),
)

/** Must need no URL encoding, since apps insert it unencoded. */
export const Token = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]+$/)) })
export const Me = v.object({ user: v.object({ name: v.string(), group: v.string() }), auth: v.boolean() })
export const NumberedNames = v.array(v.object({ ...Tag.entries, count: Int }))
export const CircleNames = v.array(v.object({ ...Circle.entries, count: Int }))
export const NamedVoices = v.array(v.object({ ...Voice.entries, count: Int }))
export const FoundLyrics = v.object({
  result: v.boolean(),
  message: v.string(),
  hash: v.string(),
  lrc: v.optional(v.array(v.object({ time: Int, text: v.string() }))),
})
export const MatchedLyrics = v.array(
  v.object({
    title: v.string(),
    subPath: v.array(v.string()),
    hash: v.string(),
    ext: v.string(),
    duration: v.number(),
    confidence: v.number(),
  }),
)
export const Done = v.object({ message: v.string() })
export const ErrorShape = v.object({ error: v.pipe(v.string(), v.nonEmpty()) })

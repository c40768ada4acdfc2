/** The union of what KikoFlu, Zinhao's app, kikoeru.tui and KikoeruApi insist on. */
import * as v from 'valibot'

const Circle = v.object({ id: v.number(), name: v.string(), source_id: v.string(), source_type: v.string() })
export const StrictWork = v.object({
  id: v.number(),
  title: v.string(),
  circle_id: v.number(),
  name: v.string(),
  circle: Circle,
  nsfw: v.boolean(),
  release: v.string(),
  dl_count: v.number(),
  price: v.number(),
  review_count: v.number(),
  rate_count: v.number(),
  rate_average_2dp: v.number(),
  rate_count_detail: v.array(v.object({ review_point: v.number(), count: v.number(), ratio: v.number() })),
  rank: v.nullable(v.array(v.unknown())),
  vas: v.array(v.object({ id: v.string(), name: v.string() })),
  tags: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      i18n: v.record(v.string(), v.object({ name: v.string() })),
    }),
  ),
  userRating: v.nullable(v.number()),
  progress: v.nullable(v.string()),
  create_date: v.pipe(v.string(), v.isoDate()),
  has_subtitle: v.boolean(),
  lyric_status: v.string(),
  duration: v.number(),
  age_category_string: v.picklist(['general', 'r15', 'adult']),
  language_editions: v.array(v.unknown()),
  other_language_editions_in_db: v.array(
    v.object({
      id: v.number(),
      lang: v.string(),
      title: v.string(),
      source_id: v.string(),
      is_original: v.boolean(),
      source_type: v.string(),
    }),
  ),
  work_attributes: v.string(),
  source_id: v.string(),
  source_type: v.string(),
  source_url: v.string(),
  samCoverUrl: v.string(),
  thumbnailCoverUrl: v.string(),
  mainCoverUrl: v.string(),
})
export const StrictList = v.object({
  works: v.array(StrictWork),
  pagination: v.object({
    currentPage: v.number(),
    page: v.number(),
    pageSize: v.number(),
    totalCount: v.number(),
  }),
})
export const StrictFile = v.object({
  type: v.picklist(['audio', 'text', 'image', 'other']),
  hash: v.pipe(v.string(), v.regex(/^\d+\/[\w-]+$/)),
  title: v.string(),
  work: v.object({ id: v.number(), source_id: v.string(), source_type: v.string() }),
  workTitle: v.string(),
  // An app appends its token to it blindly.
  mediaStreamUrl: v.pipe(v.string(), v.regex(/^\/api\/media\/stream\/[^?]+$/)),
  mediaDownloadUrl: v.pipe(v.string(), v.regex(/^\/api\/media\/download\/[^?]+$/)),
  size: v.number(),
})
export const Token = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]+$/)) })
export const Me = v.object({ user: v.object({ name: v.string(), group: v.string() }), auth: v.boolean() })
export const NumberedNames = v.array(v.object({ id: v.number(), name: v.string(), count: v.number() }))
export const NamedVoices = v.array(v.object({ id: v.string(), name: v.string(), count: v.number() }))
export const ErrorShape = v.object({ error: v.pipe(v.string(), v.nonEmpty()) })

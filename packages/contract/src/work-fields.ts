/** The fields of a work, in the order in which they are sent, edited and shown (ADR 0028). */

/** Numbers: yen and counts as they are, ratings with two decimals, lengths in seconds. */
export type NumberKind = 'yen' | 'count' | 'rating' | 'seconds'

interface Field {
  /** The kind of its value; how it is parsed, stored, compared and typed follows from that. */
  readonly kind:
    | 'text'
    | 'names'
    | 'age'
    | 'date'
    | 'languages'
    | 'entity'
    | 'entities'
    | 'people'
    | 'availability'
    | 'work'
    | 'cover'
  /** The number of its bit in `work_source.fields`. Stored, so it never changes and is never given to another field. */
  readonly bit: number
  /** The column of `work` that sources write; lists lie in tables of their own. */
  readonly column?: string
}

/** A number needs no more than its entry, a migration and its words: everything else derives from what stands here. */
interface NumberEntry {
  readonly kind: NumberKind
  readonly bit: number
  readonly column: string
  /** Cards have it; without it only the full work does. */
  readonly isOnCard?: true
  /** Kept day by day in the column of the same name in `work_stats_daily`. */
  readonly hasHistory?: true
  /** A fact of the recording, which nobody edits and no day moves. */
  readonly isMeasured?: true
  /** The bounds by which a filter bounds it. One that has `min` has `desc`, a column in the index and a histogram. */
  readonly min?: string
  readonly max?: string
  /** The orders of works by it. */
  readonly desc?: string
  readonly asc?: string
  /** The orders of entities by what their works have of it: both or none. */
  readonly average?: string
  readonly total?: string
}

export const workFields = {
  name: { kind: 'text', bit: 0, column: 'name' },
  names: { kind: 'names', bit: 1 },
  kana: { kind: 'text', bit: 2, column: 'kana' },
  ageCategory: { kind: 'age', bit: 3, column: 'age_category' },
  price: {
    kind: 'yen',
    bit: 4,
    column: 'price',
    isOnCard: true,
    hasHistory: true,
    min: 'minPrice',
    max: 'maxPrice',
    asc: 'priceAsc',
    desc: 'priceDesc',
  },
  listPrice: { kind: 'yen', bit: 5, column: 'list_price', isOnCard: true },
  sales: {
    kind: 'count',
    bit: 6,
    column: 'sales',
    isOnCard: true,
    hasHistory: true,
    min: 'minSales',
    desc: 'salesDesc',
    average: 'averageSalesDesc',
    total: 'totalSalesDesc',
  },
  wishlistCount: {
    kind: 'count',
    bit: 7,
    column: 'wishlist_count',
    hasHistory: true,
    min: 'minWishlistCount',
    desc: 'wishlistCountDesc',
    average: 'averageWishlistCountDesc',
    total: 'totalWishlistCountDesc',
  },
  rating: {
    kind: 'rating',
    bit: 8,
    column: 'rating',
    isOnCard: true,
    hasHistory: true,
    min: 'minRating',
    desc: 'ratingDesc',
    average: 'averageRatingDesc',
    total: 'totalRatingDesc',
  },
  ratingCount: {
    kind: 'count',
    bit: 9,
    column: 'rating_count',
    isOnCard: true,
    hasHistory: true,
    min: 'minRatingCount',
    desc: 'ratingCountDesc',
    average: 'averageRatingCountDesc',
    total: 'totalRatingCountDesc',
  },
  reviewCount: {
    kind: 'count',
    bit: 10,
    column: 'review_count',
    hasHistory: true,
    min: 'minReviewCount',
    desc: 'reviewCountDesc',
    average: 'averageReviewCountDesc',
    total: 'totalReviewCountDesc',
  },
  releaseDate: { kind: 'date', bit: 11, column: 'released_on' },
  languages: { kind: 'languages', bit: 12 },
  maker: { kind: 'entity', bit: 13, column: 'maker_key' },
  series: { kind: 'entity', bit: 14, column: 'series_key' },
  artists: { kind: 'entities', bit: 15 },
  illustrators: { kind: 'entities', bit: 16 },
  genres: { kind: 'entities', bit: 17 },
  writers: { kind: 'people', bit: 18 },
  musicians: { kind: 'people', bit: 19 },
  availability: { kind: 'availability', bit: 20, column: 'availability' },
  editionOf: { kind: 'work', bit: 21, column: 'edition_of_key' },
  duration: {
    kind: 'seconds',
    bit: 22,
    column: 'duration_seconds',
    isOnCard: true,
    isMeasured: true,
    min: 'minDuration',
    max: 'maxDuration',
    desc: 'durationDesc',
  },
  cover: { kind: 'cover', bit: 23 },
} as const satisfies Readonly<Record<string, Field | NumberEntry>>

export type WorkFields = typeof workFields
export type WorkFieldName = keyof WorkFields

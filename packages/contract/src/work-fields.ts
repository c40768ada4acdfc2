/** The fields of a work, in the order in which they are sent, edited and shown (ADR 0028). */

/** Units: yen and counts are integers, ratings have two decimals, durations are in seconds. */
export type NumberKind = 'yen' | 'count' | 'rating' | 'seconds'

interface Field {
  /** The kind of the value, which decides how it is parsed, stored, compared and typed. */
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
  /** The number of its bit in `work_source.fields`. It is stored, so it must never change or be reused. */
  readonly bit: number
  /** The column of `work` that sources write; lists have their own tables. */
  readonly column?: string
}

/** A new number needs only its entry here, a migration and its texts: everything else derives from the entry. */
interface NumberEntry {
  readonly kind: NumberKind
  readonly bit: number
  readonly column: string
  /** Present on cards; otherwise only in the full work. */
  readonly isOnCard?: true
  /** Recorded daily in the column of the same name in `work_stats_daily`. */
  readonly hasHistory?: true
  /** Measured from the recording, so it is not edited and does not change daily. */
  readonly isMeasured?: true
  /** Names of the filter's limits. A field with `min` also has `desc`, a column in the index and a histogram. */
  readonly min?: string
  readonly max?: string
  /** Sorts of works. */
  readonly desc?: string
  readonly asc?: string
  /** Sorts of entities by the values of their works: both or none. */
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

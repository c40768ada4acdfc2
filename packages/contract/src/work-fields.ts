/** The fields of a work, in the order in which they are told, edited and shown. Provenance derives from this table (ADR 0028). */

interface Field {
  /** What it holds; how it is parsed, stored, compared and typed follows from that. */
  readonly kind:
    | 'text'
    | 'names'
    | 'age'
    | 'yen'
    | 'count'
    | 'rating'
    | 'seconds'
    | 'date'
    | 'languages'
    | 'entity'
    | 'entities'
    | 'people'
    | 'availability'
    | 'work'
    | 'cover'
  /** The place of its bit in `work_source.fields`. Stored, so it never changes and is never given to another field. */
  readonly bit: number
  /** The column of `work` that sources write; lists lie in tables of their own. */
  readonly column?: string
}

export const workFields = {
  name: { kind: 'text', bit: 0, column: 'name' },
  names: { kind: 'names', bit: 1 },
  kana: { kind: 'text', bit: 2, column: 'kana' },
  ageCategory: { kind: 'age', bit: 3, column: 'age_category' },
  price: { kind: 'yen', bit: 4, column: 'price' },
  listPrice: { kind: 'yen', bit: 5, column: 'list_price' },
  sales: { kind: 'count', bit: 6, column: 'sales' },
  wishlistCount: { kind: 'count', bit: 7, column: 'wishlist_count' },
  rating: { kind: 'rating', bit: 8, column: 'rating' },
  ratingCount: { kind: 'count', bit: 9, column: 'rating_count' },
  reviewCount: { kind: 'count', bit: 10, column: 'review_count' },
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
  duration: { kind: 'seconds', bit: 22, column: 'duration_seconds' },
  cover: { kind: 'cover', bit: 23 },
} as const satisfies Readonly<Record<string, Field>>

export type WorkFieldName = keyof typeof workFields

/** In the order in which they are told, edited and shown. */
export const workFieldNames = Object.keys(workFields).filter(
  (name): name is WorkFieldName => name in workFields,
)

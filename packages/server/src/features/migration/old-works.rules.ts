/** Makes a source record from an old server's work, and finds which of its values are new here. */
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'
import { Count, Rating } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { OldEntity, OldWork } from './old-library.ts'

/** Returns the ID of an entity, which is created if only its name is known. */
export type IdOf = (kind: 'makers' | 'artists' | 'genres', named: OldEntity) => string

const maxNameLength = 2_000

/**
 * Returns a record of all known values. The old server has two age categories: works that are not for adults only become R15, to be
 * safe.
 */
export function recordOf(work: OldWork, idOf: IdOf): FeedWork {
  const { circle, genres, artists, isAdult, numbers } = work
  const entities = (kind: 'artists' | 'genres', named: readonly OldEntity[]): FeedEntity[] =>
    named.map((one) => ({ id: idOf(kind, one), name: one.name }))
  return {
    id: work.id,
    name: work.title?.slice(0, maxNameLength),
    ageCategory: isAdult === undefined ? undefined : isAdult ? 'r18' : 'r15',
    price: checked(Count, numbers.price),
    sales: checked(Count, numbers.sales),
    reviewCount: checked(Count, numbers.reviewCount),
    ratingCount: checked(Count, numbers.ratingCount),
    rating: checked(Rating, numbers.rating),
    releaseDate: work.releasedOn,
    maker: circle && { id: idOf('makers', circle), name: circle.name },
    genres: genres.length === 0 ? undefined : entities('genres', genres),
    artists: artists.length === 0 ? undefined : entities('artists', artists),
    addedAt: work.addedAt,
    createdAt: work.addedAt,
  }
}

function checked<S extends v.GenericSchema<unknown, number>>(
  schema: S,
  value: number | undefined,
): number | undefined {
  const read = v.safeParse(schema, value)
  return read.success ? read.output : undefined
}

/** An existing work; lists are reduced to whether they contain anything. */
export interface KnownWork {
  readonly id: string
  readonly name: string
  readonly ageCategory: unknown
  readonly price: unknown
  readonly sales: unknown
  readonly reviewCount: unknown
  readonly ratingCount: unknown
  readonly rating: unknown
  readonly releaseDate: unknown
  readonly maker: unknown
  readonly genres: unknown
  readonly artists: unknown
}

/** Returns the record without values that are already known here; undefined if nothing is left. */
export function newValuesOf(record: FeedWork, known: KnownWork): FeedWork | undefined {
  const isEmpty = (value: unknown) => value === null || value === undefined
  const said: FeedWork = {
    id: record.id,
    name: known.name === known.id && record.name !== known.id ? record.name : undefined,
    ageCategory: isEmpty(known.ageCategory) ? record.ageCategory : undefined,
    price: isEmpty(known.price) ? record.price : undefined,
    sales: isEmpty(known.sales) ? record.sales : undefined,
    reviewCount: isEmpty(known.reviewCount) ? record.reviewCount : undefined,
    ratingCount: isEmpty(known.ratingCount) ? record.ratingCount : undefined,
    rating: isEmpty(known.rating) ? record.rating : undefined,
    releaseDate: isEmpty(known.releaseDate) ? record.releaseDate : undefined,
    maker: isEmpty(known.maker) ? record.maker : undefined,
    genres: isEmpty(known.genres) ? record.genres : undefined,
    artists: isEmpty(known.artists) ? record.artists : undefined,
  }
  const { id: _, ...fields } = said
  return Object.values(fields).some((value) => !isEmpty(value)) ? said : undefined
}

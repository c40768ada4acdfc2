/** Ratings from how many gave how many stars: a map in records, a list of rows in numbers. */
import * as v from 'valibot'
import { count, isMap, listOf } from './lenient.rules.ts'

export interface Rated {
  /** Stars with two decimals; undefined where nobody rated. */
  readonly rating: number | undefined
  /** Undefined where it is not told. */
  readonly ratingCount: number | undefined
}

export function ratingOf(detail: unknown): Rated {
  const rows = rowsOf(detail)
  if (rows.length === 0) return { rating: undefined, ratingCount: undefined }
  const ratingCount = rows.reduce((sum, { ratings }) => sum + ratings, 0)
  const stars = rows.reduce((sum, row) => sum + row.stars * row.ratings, 0)
  return { rating: ratingCount === 0 ? undefined : hundredths(stars / ratingCount), ratingCount }
}

export const hundredths = (rating: number): number => Math.round(rating * 100) / 100

interface Row {
  readonly stars: number
  readonly ratings: number
}

function rowsOf(detail: unknown): readonly Row[] {
  const rows = isMap(detail)
    ? Object.entries(detail).map(([stars, ratings]) => ({ review_point: stars, count: ratings }))
    : detail
  return v
    .parse(Rows, rows)
    .flatMap(({ review_point: stars, count: ratings }) =>
      stars === undefined || ratings === undefined || stars < 1 || stars > 5 ? [] : [{ stars, ratings }],
    )
}

const Rows = listOf(v.object({ review_point: count, count }))

/**
 * Parses marketplace values leniently: its maps may be empty lists, its strings null or false, and its numbers strings. An unusable
 * value becomes undefined, and nothing throws.
 */
import { FeedWork } from '@koedana/contract/feed.ts'
import {
  type AgeCategory,
  type Availability,
  EntityId,
  isCalendarDate,
  maxInteger,
  normalizeWorkId,
} from '@koedana/contract/values.ts'
import * as v from 'valibot'

/** Accepts any value and returns undefined if it does not fit. */
const loosely = <T>(read: (value: unknown) => T | undefined) =>
  v.optional(v.pipe(v.unknown(), v.transform(read)))

/** Trimmed text. Undefined if empty. */
export const text = loosely(readText)
/** A whole number of at least 0, also as `"1,584"`. */
export const count = loosely(readCount)
export const number = loosely(readNumber)
/** 1, "1" or true; also 0, "0" or false. */
export const flag = loosely((value) => readNumber(value === true ? 1 : value === false ? 0 : value))
export const workId = loosely((value) => {
  const id = readText(value)
  return id === undefined ? undefined : normalizeWorkId(id)
})
export const entityId = loosely((value) => {
  const id = typeof value === 'number' ? String(value) : readText(value)
  return v.is(EntityId, id) ? id : undefined
})
/** The date of a Japanese timestamp, from its first ten characters. */
export const day = loosely((value) => {
  const date = readText(value)?.slice(0, 10)
  return date !== undefined && isCalendarDate(date) ? date : undefined
})

/** Accepts a list, or a map whose values are one. Items that do not fit are left out. */
export const listOf = <T extends v.GenericSchema>(item: T) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => readList(value).flatMap((one) => readItem(item, one))),
    ),
    [],
  )

/** Accepts a map. Any other value becomes an empty map. */
export const mapOf = <T extends v.GenericSchema>(entries: T) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (isMap(value) ? value : {})),
      entries,
    ),
    {},
  )

export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Creates a work without the undefined fields, so that one record can be merged over another. */
export function partialWork(id: string, fields: Omit<FeedWork, 'id'>): FeedWork {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined)
  return v.parse(FeedWork, { id, ...Object.fromEntries(kept) })
}

function readText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const plain = value.replaceAll('\0', '').toWellFormed().trim().slice(0, 2_000).toWellFormed()
  return plain === '' ? undefined : plain
}

function readNumber(value: unknown): number | undefined {
  const plain = typeof value === 'string' ? value.trim().replaceAll(',', '') : value
  const read = typeof plain === 'string' && /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

function readCount(value: unknown): number | undefined {
  const read = readNumber(value)
  return read !== undefined && Number.isInteger(read) && read >= 0 && read <= maxInteger ? read : undefined
}

function readList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isMap(value) ? Object.values(value) : []
}

function readItem<T extends v.GenericSchema>(item: T, value: unknown): v.InferOutput<T>[] {
  const read = v.safeParse(item, value)
  return read.success ? [read.output] : []
}

export interface RatingSummary {
  /** Stars with two decimals. Undefined without ratings. */
  readonly rating: number | undefined
  /** Undefined if the marketplace does not report it. */
  readonly ratingCount: number | undefined
}

/** Computes the rating from the number of ratings per star. Records have a map, live numbers a list of rows. */
export function ratingOf(detail: unknown): RatingSummary {
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

interface AgeFields {
  readonly age_category?: number | undefined
  readonly age_category_string?: string | undefined
}

export const ageOf = ({ age_category, age_category_string }: AgeFields): AgeCategory | undefined =>
  byNumber.get(age_category) ?? byWord.get(age_category_string)

const byNumber = new Map<number | undefined, AgeCategory>([
  [1, 'all'],
  [2, 'r15'],
  [3, 'r18'],
])
const byWord = new Map<string | undefined, AgeCategory>([
  ['general', 'all'],
  ['r15', 'r15'],
  ['adult', 'r18'],
])

interface AvailabilityFields {
  readonly is_ana?: number | undefined
  readonly is_reserve_work?: number | undefined
  readonly on_sale?: number | undefined
}

/** Works that are announced or can be preordered are not on sale yet. */
export function availabilityOf({
  is_ana,
  is_reserve_work,
  on_sale,
}: AvailabilityFields): Availability | undefined {
  if (is_ana === 1 || is_reserve_work === 1) return 'announced'
  if (on_sale === undefined) return undefined
  return on_sale === 0 ? 'unavailable' : 'on_sale'
}

/** Parses the list queries of audiobookshelf apps. Invalid parameters are ignored, as their server does. */
import type { WorkSort } from '@koedana/contract/filters.ts'

export type Query = Readonly<Record<string, string>>

export interface Page {
  readonly page: number
  /** Undefined if the app requests everything, also by `limit=0`. */
  readonly limit: number | undefined
}

/** Longer lists are streamed while they are read. */
export const maxUnstreamedItems = 1_000

export function pageOf({ page, limit }: Query): Page {
  const requested = numberOf(limit)
  return {
    page: Math.min(numberOf(page) ?? 0, 1_000_000),
    limit: requested || undefined,
  }
}

/** Returns undefined unless the text is a non-negative integer of up to 9 digits. */
export const numberOf = (text: string | undefined): number | undefined =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined

export interface Span {
  readonly offset: number
  readonly limit: number
}

/** Returns the offset and limit of a page: without a limit, the first page has everything. */
export function spanOf({ page, limit }: Page): Span {
  return limit === undefined ? { offset: 0, limit: 1_000_000_000 } : { offset: page * limit, limit }
}

/** Returns the same span counted from the end, for a list that is stored in the opposite order. Its items come in reverse. */
export function mirrorSpan({ offset, limit }: Span, total: number): Span {
  const end = Math.max(0, total - offset)
  const start = Math.max(0, end - limit)
  return { offset: start, limit: end - start }
}

export interface Order {
  readonly sort: WorkSort
  /** Whether the list is read from its end. */
  readonly isReversed: boolean
}

/** For ascending and descending each: the stored order, and whether it is read from its end. */
const orders: Readonly<Record<string, readonly [asc: Order, desc: Order]>> = {
  addedAt: pair('recentlyAdded'),
  birthtimeMs: pair('recentlyAdded'),
  mtimeMs: pair('recentlyUpdated'),
  updatedAt: pair('recentlyUpdated'),
  'media.duration': pair('durationDesc'),
}

function pair(sort: WorkSort): readonly [Order, Order] {
  return [
    { sort, isReversed: true },
    { sort, isReversed: false },
  ]
}

/** Returns the order; an unknown order becomes a stable one. For order by title see `ordered-keys.ts`. */
export function orderOf({ sort = '', desc }: Query): Order {
  if (sort === 'random') return { sort: 'random', isReversed: false }
  const isDescending = desc === '1'
  const known = Object.hasOwn(orders, sort) ? orders[sort] : undefined
  if (known) return known[isDescending ? 1 : 0]
  return { sort: isDescending ? 'releaseDateDesc' : 'releaseDateAsc', isReversed: false }
}

export interface RequestedFilter {
  readonly group: string
  readonly value: string
}

/** Parses `authors.<base64 of the ID>`, which some apps URL-encode twice. Returns undefined without a filter. */
export function requestedFilterOf({ filter = '' }: Query): RequestedFilter | undefined {
  const dot = filter.indexOf('.')
  if (dot < 1) return undefined
  return { group: filter.slice(0, dot), value: decodeBase64Param(filter.slice(dot + 1)) }
}

/** Decodes base64; a `+` that was not URL-encoded arrives as a space. */
export const decodeBase64Param = (text: string): string =>
  Buffer.from(unescaped(text).replaceAll(' ', '+'), 'base64').toString()

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const encodeBase64Param = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString('base64'))

/**
 * Returns a received number of seconds as milliseconds, clamped to 0 to 7 days, which is longer than any work. Undefined if it is not a
 * number.
 */
export const msOf = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' && Number.isFinite(seconds)
    ? Math.round(Math.min(Math.max(0, seconds), 604_800) * 1000)
    : undefined

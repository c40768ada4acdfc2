/**
 * Parses the queries of lists that the apps of audiobookshelf send. Whatever makes no sense is left out, as their
 * server does.
 */
import type { WorkSort } from '@koedana/contract/filters.ts'

export type Query = Readonly<Record<string, string>>

export interface Page {
  readonly page: number
  /** Undefined, for `limit=0` too, if the app wants everything. */
  readonly limit: number | undefined
}

/** A longer list is sent while it is read. */
export const maxAtOnce = 1_000

export function pageOf({ page, limit }: Query): Page {
  const requested = numberOf(limit)
  return {
    page: Math.min(numberOf(page) ?? 0, 1_000_000),
    limit: requested || undefined,
  }
}

/** Returns undefined for what is no number from 0 on. */
export const numberOf = (text: string | undefined): number | undefined =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined

export interface Span {
  readonly offset: number
  readonly limit: number
}

/** Returns which of all a page has: everything on the first page, without a limit. */
export function spanOf({ page, limit }: Page): Span {
  return limit === undefined ? { offset: 0, limit: 1_000_000_000 } : { offset: page * limit, limit }
}

/** The same counted from the end, for an order that is kept the other way around. Its items come in reverse. */
export function mirrored({ offset, limit }: Span, total: number): Span {
  const end = Math.max(0, total - offset)
  const start = Math.max(0, end - limit)
  return { offset: start, limit: end - start }
}

export interface Order {
  readonly sort: WorkSort
  /** Whether the list is read from its end. */
  readonly isReversed: boolean
}

/** Ascending and descending, each with the order that is kept and whether it is read from its end. */
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

/** An unknown order has each work once, in an order that stays. By title see `ordered-keys.ts`. */
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

/** `authors.<base64 of the id>`, which some apps escape twice. Undefined without one. */
export function requestedFilterOf({ filter = '' }: Query): RequestedFilter | undefined {
  const dot = filter.indexOf('.')
  if (dot < 1) return undefined
  return { group: filter.slice(0, dot), value: decoded(filter.slice(dot + 1)) }
}

/** A plus that was not escaped has become a space on its way. */
export const decoded = (text: string): string =>
  Buffer.from(unescaped(text).replaceAll(' ', '+'), 'base64').toString()

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString('base64'))

/**
 * Returns seconds that somebody sent, in milliseconds from 0 to a week, which is longer than any work. Undefined for what
 * is none.
 */
export const msOf = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' && Number.isFinite(seconds)
    ? Math.round(Math.min(Math.max(0, seconds), 604_800) * 1000)
    : undefined

/** Parses the list queries of kikoeru apps to our filter. Invalid parameters are ignored, as their servers do. */
import { SearchText, type WorkFilter, type WorkSort } from '@koedana/contract/filters.ts'
import * as v from 'valibot'

type Query = Readonly<Record<string, string>>

export interface Page {
  readonly page: number
  readonly pageSize: number
}

const defaultPageSize = 12

export const pageOf = ({ page, pageSize }: Query): Page => ({
  page: numberOf(page, { usual: 1, most: 100_000 }),
  pageSize: numberOf(pageSize, { usual: defaultPageSize, most: 100 }),
})

function numberOf(text: string | undefined, { usual, most }: { usual: number; most: number }): number {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : usual
  return Math.min(Math.max(1, number), most)
}

/** Returns the additional filter of a list. */
export function filterOf({ nsfw, lyric, subtitle, pageSize }: Query): WorkFilter {
  const readsAlong = (lyric ?? '') !== '' || (subtitle === '1' && pageSize !== undefined)
  return {
    editions: 'all',
    ...(nsfw === '1' && { excludedAgeCategories: ['r18'] }),
    ...(nsfw === '2' && { ageCategories: ['r18'] }),
    // An app that never sends a page size sets `subtitle` by default, and its own server ignores it.
    ...(readsAlong && { hasLyrics: true }),
  }
}

const Value = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const Lists = v.object({
  page: v.optional(Value),
  pageSize: v.optional(Value),
  order: v.optional(Value),
  sort: v.optional(Value),
  seed: v.optional(Value),
  subtitle: v.optional(Value),
})

/** Parses a query in a request body, where a subtitle filter is always intended. Undefined if the body is not a query. */
export function parseBodyQuery(body: unknown): Query | undefined {
  const said = v.safeParse(Lists, body)
  if (!said.success) return undefined
  const { subtitle, ...query } = said.output
  return {
    ...Object.fromEntries(
      Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
    ...(subtitle === '1' && { lyric: 'local' }),
  }
}

/**
 * Separates the search text from the query for apps that put the text into the path unencoded: the query starts at the last question
 * mark, and everything before belongs to the text. Without a path, the text is the `keyword` parameter.
 */
export function splitSearchText(
  path: string,
  query: Query,
): { readonly text: string; readonly query: Query } {
  if (path === '') return { text: query.keyword ?? '', query }
  const entries = Object.entries(query)
  const at = entries.findIndex(([name]) => name.includes('?'))
  const [name, value] = entries[at] ?? []
  if (name === undefined || value === undefined) return { text: path, query }
  const cut = name.lastIndexOf('?')
  const before = entries.slice(0, at).map(([key, text]) => (text === '' ? key : `${key}=${text}`))
  return {
    text: `${path}?${[...before, name.slice(0, cut)].join('&')}`,
    query: Object.fromEntries([[name.slice(cut + 1), value], ...entries.slice(at + 1)]),
  }
}

/** The descending order of each name. Their servers and ours treat unknown numbers as 0. */
const sorts: Readonly<Record<string, WorkSort>> = {
  release: 'releaseDateDesc',
  create_date: 'recentlyAdded',
  created_at: 'recentlyAdded',
  insert_time: 'recentlyAdded',
  updated_at: 'recentlyUpdated',
  dl_count: 'salesDesc',
  price: 'priceDesc',
  rate_average_2dp: 'ratingDesc',
  review_count: 'reviewCountDesc',
}

/** `sort` is an order of our lists; `isReversed` reads any of them from its end. */
export type Order =
  | {
      readonly type: 'sort'
      readonly sort: WorkSort | undefined
      readonly seed: number
      readonly isReversed: boolean
    }
  | { readonly type: 'nsfw' | 'ownRating' | 'id'; readonly isReversed: boolean }

/** Returns the order; a search without one is sorted by relevance. */
export function orderOf({ order = '', sort: direction, seed: given }: Query): Order {
  const isReversed = direction === 'asc'
  const seed = numberOf(given, { usual: 7, most: 1_000_000 })
  if (order === 'nsfw' || order === 'id') return { type: order, isReversed }
  if (order === 'rating') return { type: 'ownRating', isReversed }
  if (order === 'random' || order === 'betterRandom')
    return { type: 'sort', sort: 'random', seed, isReversed: false }
  const sort = Object.hasOwn(sorts, order) ? sorts[order] : undefined
  // Works with an unknown release date are last in both directions.
  if (sort === 'releaseDateDesc' && isReversed)
    return { type: 'sort', sort: 'releaseDateAsc', seed, isReversed: false }
  return { type: 'sort', sort, seed, isReversed: sort !== undefined && isReversed }
}

export interface Search {
  readonly texts: readonly string[]
  readonly voices: readonly string[]
  readonly tags: readonly string[]
  readonly circles: readonly string[]
  readonly codes: readonly string[]
}

const term = v.object({
  t: v.number(),
  d: v.optional(v.union([v.string(), v.number()])),
  name: v.optional(v.string()),
})
const Terms = v.pipe(v.string(), v.parseJson(), v.array(term), v.maxLength(50))

/** Returns undefined if the keyword is not a valid search. */
export function searchOf(keyword: string, isAdvanced: boolean): Search | undefined {
  const terms = isAdvanced ? v.safeParse(Terms, keyword) : undefined
  if (terms && !terms.success) return undefined
  const parts = terms?.output ?? [{ t: 1, d: plainText(keyword) }]
  const of = (type: number) =>
    parts.flatMap(({ t, d, name }) => (t === type ? [String(d ?? name ?? '')] : []))
  const search = { texts: of(1), voices: of(2), tags: of(3), circles: of(4), codes: of(5) }
  return v.is(SearchText, search.texts.join(' ')) ? search : undefined
}

/** Converts the syntax of community servers, `$tag:rain$`, to a quoted phrase. */
const plainText = (keyword: string): string =>
  keyword
    .replaceAll(/\$(-?)[a-z]+:([^$"]+)\$/g, (_, minus: string, text: string) => `${minus}"${text}"`)
    .trim()

/** Lists all works of a list in the order that an app requests, including order by title, and with series collapsed to one entry. */
import type { WorkFilter } from '@koedana/contract/filters.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../http/context.ts'
import { readInSteps } from '../../../lib/steps.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listKeys } from '../../works/list-works.use-cases.ts'
import { libraryFilterOf, parseCard } from '../door-works.ts'
import type { LibrarySources } from './library-sources.ts'
import { orderOf, type Query } from './query.rules.ts'

/** More works than a server can have. */
const maxKeys = 10_000_000

export interface OrderedKeys {
  readonly keys: readonly number[]
  readonly total: number
}

interface Requested {
  readonly filter: WorkFilter
  readonly query: Query
}

export async function listOrderedKeys(
  sources: LibrarySources,
  { filter, query }: Requested,
  context: Context,
): Promise<readonly number[]> {
  const { sort, isReversed } = orderOf(query)
  const page = { filter: { ...filter, ...libraryFilterOf(context) }, sort, offset: 0, limit: maxKeys }
  const { keys } = await listKeys(sources, { ...page, seed: seedOf(sources.now()) }, context)
  if (query.sort === titleSort) return byTitle(sources, { keys, isReversed: query.desc === '1' }, context)
  return isReversed ? keys.toReversed() : keys
}

/** Returns a seed that stays the same for a day, so that the pages of a random list fit together. */
export const seedOf = (now: Date) => Math.floor(now.getTime() / 86_400_000)

export const titleSort = 'media.metadata.title'

const step = 500

interface Titles {
  readonly sources: LibrarySources
  readonly keys: readonly number[]
  readonly context: Context
}

const maxTitles = 500_000

/** Titles per kind of viewer, valid until works change. */
const titleCaches = new WeakMap<
  LibrarySources['catalogue'],
  LRUCache<string, ReadonlyMap<number, string>, Titles>
>()

const createTitleCache = () =>
  new LRUCache<string, ReadonlyMap<number, string>, Titles>({
    maxSize: maxTitles,
    sizeCalculation: ({ size }) => size + 1,
    fetchMethod: async (_name, _stale, { context: { sources, keys, context } }) => {
      const titles = new Map<number, string>()
      const read = (some: readonly number[]) => sources.cards.scan(some, sources.viewers.cardView(context))
      let at = 0
      for await (const cards of readInSteps(keys, step, read)) {
        for (const card of cards) {
          const key = keys[at]
          at += 1
          if (card && key !== undefined) titles.set(key, foldedTitle(parseCard(card).title))
        }
      }
      return titles
    },
  })

const foldedTitle = (title: string) => title.normalize('NFKC').toLowerCase()

async function byTitle(
  sources: LibrarySources,
  { keys, isReversed }: { readonly keys: readonly number[]; readonly isReversed: boolean },
  context: Context,
): Promise<readonly number[]> {
  const { catalogue, viewers } = sources
  const cache = titleCaches.get(catalogue) ?? createTitleCache()
  titleCaches.set(catalogue, cache)
  const all = await listAllKeys(sources, context)
  const name = [catalogue.seq(), viewers.audience(context), context.locale, all.length].join(' ')
  const titles = await cache.forceFetch(name, { context: { sources, keys: all, context } })
  const sorted = keys.toSorted((one, other) => {
    const [a, b] = [titles.get(one) ?? '', titles.get(other) ?? '']
    return a < b ? -1 : a > b ? 1 : one - other
  })
  return isReversed ? sorted.toReversed() : sorted
}

/** Returns all works that this API shows to the user, in no particular order. */
export async function listAllKeys(sources: LibrarySources, context: Context): Promise<readonly number[]> {
  const page = { filter: libraryFilterOf(context), sort: 'recentlyAdded', offset: 0, limit: maxKeys } as const
  return (await listKeys(sources, page, context)).keys
}

export interface CollapsedSeries {
  readonly seriesKey: number
  readonly keys: readonly number[]
}

/**
 * Keeps only the first work of each series that occurs more than once. Returns what each of these works represents
 * (advplyr/audiobookshelf, server/utils/libraryHelpers.js `collapseBookSeries`).
 */
export function collapseSeries(
  { catalogue }: Pick<LibrarySources, 'catalogue'>,
  keys: readonly number[],
): { readonly keys: readonly number[]; readonly collapsed: ReadonlyMap<number, CollapsedSeries> } {
  const current = catalogue.current()
  const seriesOf = new Map(keys.map((key) => [key, current.entitiesOf('series', key)?.[0]]))
  const bySeries = Map.groupBy(keys, (key) => seriesOf.get(key))
  const collapsed = new Map<number, CollapsedSeries>()
  const left = keys.filter((key) => {
    const seriesKey = seriesOf.get(key)
    const together = bySeries.get(seriesKey) ?? []
    if (seriesKey === undefined || together.length < 2) return true
    if (together[0] !== key) return false
    collapsed.set(key, { seriesKey, keys: together })
    return true
  })
  return { keys: left, collapsed }
}

/** Returns a cache key for all lists of one user at one version of the catalog. */
export const cacheKeyOf = ({ catalogue, viewers }: LibrarySources, context: Context): string =>
  [
    catalogue.seq(),
    requirePerson(context).userKey,
    viewers.audience(context),
    requirePerson(context).door?.showsCatalogue === true,
  ].join(' ')

/** Creates pages of works as cards with the exact total. All lists of works use it. */

import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import type { Viewer, WorkQuery } from '@koedana/catalogue/model/query.ts'
import { defaultPageSize, type Period } from '@koedana/contract/values.ts'
import { type PageQuery, toWorkQuery } from '../../domain/query.rules.ts'
import { hidesNothingMore } from '../../domain/viewer.rules.ts'
import { createFairYield } from '../../lib/fair-yield.ts'
import type { Card } from './card-record.ts'
import type { Caller, WorkSources } from './viewers.ts'

export interface CardPage {
  readonly items: readonly Card[]
  readonly total: number
  /** How many more works the age limit would allow without the viewer's own filters. */
  readonly hidden: number
  /** Only with the sort `popular`. */
  readonly popularity: Popularity | undefined
}

export interface ListWorksInput extends Omit<PageQuery, 'offset' | 'limit'> {
  /** From 1. */
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

export interface ListedWorks extends CardPage {
  readonly page: number
  readonly pageSize: number
}

export async function listWorks(
  sources: WorkSources,
  { page = 1, pageSize = defaultPageSize, ...input }: ListWorksInput,
  caller: Caller,
): Promise<ListedWorks> {
  const slice = { offset: (page - 1) * pageSize, limit: pageSize }
  return { ...(await listCards(sources, { ...input, ...slice }, caller)), page, pageSize }
}

/** A search may take milliseconds with a million works, so concurrent searches take turns with other requests. */
const yieldBeforeSearch = createFairYield()

export async function listCards(sources: WorkSources, page: PageQuery, caller: Caller): Promise<CardPage> {
  const { cards, viewers } = sources
  const { keys, total, hidden, popularityOf } = await listKeys(sources, page, caller)
  const found = await cards.findCards(keys, viewers.cardView(caller, page.filter))
  const shown = keys.filter((_, at) => found[at] !== undefined)
  const items = found.filter((card) => card !== undefined)
  return { items, total, hidden, popularity: popularityOf(shown) }
}

export interface KeyPage extends Pick<CardPage, 'total' | 'hidden'> {
  readonly keys: readonly number[]
  readonly popularityOf: (shown: readonly number[]) => Popularity | undefined
}

/** Does the same without cards. */
export async function listKeys(
  { catalogue, dictionary, viewers, findPersonalSets }: Omit<WorkSources, 'cards'>,
  page: PageQuery,
  caller: Caller,
): Promise<KeyPage> {
  const viewer = viewers.viewer(caller, page.filter)
  const everything = viewers.belowCeiling(caller)
  const within = await findPersonalSets(page.filter, caller)
  if (page.filter.q) await yieldBeforeSearch()
  const current = catalogue.current()
  const plain = toWorkQuery(page, dictionary.findKey, within)
  const period = plain.sort === 'popular' ? popularPeriodOf(current, plain, viewer) : undefined
  const query = period === undefined ? plain : { ...plain, period: period ?? 'all' }
  const { keys, total } = current.list(query, viewer)
  const hidden = hidesNothingMore(viewer, everything) ? 0 : current.count(query, everything) - total
  return {
    keys,
    total,
    hidden: Math.max(0, hidden),
    popularityOf: (shown) => (period === undefined ? undefined : soldOf(current, shown, period)),
  }
}

/** The actual basis of a list sorted by popularity. */
export interface Popularity {
  /** The requested period, or all time if no matching work is known to have sold in it; null if no sales are known at all. */
  readonly period: Period | null
  /** The copies sold by each work of the page; null if unknown. */
  readonly sold: readonly (number | null)[]
}

/** Determines the period. The best seller of the whole list decides, so that all pages agree. */
function popularPeriodOf(current: Catalogue, query: WorkQuery, viewer: Viewer): Period | null {
  const hasSold = (period: Period) => {
    const [best] = current.list({ ...query, period, offset: 0, limit: 1 }, viewer).keys
    return best !== undefined && (current.soldOver(best, period) ?? 0) > 0
  }
  if (hasSold(query.period)) return query.period
  return hasSold('all') ? 'all' : null
}

const soldOf = (current: Catalogue, keys: readonly number[], period: Period | null): Popularity => ({
  period,
  sold: keys.map((key) => (period === null ? null : (current.soldOver(key, period) ?? null))),
})

/** What an order by popularity really goes by: a period of which nothing is known is claimed by no list. */
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import type { Viewer, WorkQuery } from '@koedana/catalogue/model/query.ts'
import type { Period } from '@koedana/contract/values.ts'

export interface Popularity {
  /** All time where no work that passes is known to have sold over the one asked for; null where no sales are known. */
  readonly period: Period | null
  /** The copies sold of each work of the page; null is unknown. */
  readonly sold: readonly (number | null)[]
}

/** All pages agree: the best seller of the whole list decides. */
export function popularPeriodOf(current: Catalogue, query: WorkQuery, viewer: Viewer): Period | null {
  const hasSold = (period: Period) => {
    const [best] = current.list({ ...query, period, offset: 0, limit: 1 }, viewer).keys
    return best !== undefined && (current.soldOver(best, period) ?? 0) > 0
  }
  if (hasSold(query.period)) return query.period
  return hasSold('all') ? 'all' : null
}

export const soldOf = (current: Catalogue, keys: readonly number[], period: Period | null): Popularity => ({
  period,
  sold: keys.map((key) => (period === null ? null : (current.soldOver(key, period) ?? null))),
})

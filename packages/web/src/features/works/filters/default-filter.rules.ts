/** The part of a URL's filter that is saved as the default of the work list. */
import type { WorksSearch } from '../filter-url.rules.ts'

export type DefaultFilter = Omit<WorksSearch, 'q' | 'sort' | 'seed' | 'period'>

/** Leaves out the search text and the order, which are not saved. */
export function defaultFilterOf({ q, sort, seed, period, ...filter }: WorksSearch): DefaultFilter {
  return filter
}

/** Ignores undefined fields and the order of lists. */
export const isSameFilter = (one: DefaultFilter, other: DefaultFilter): boolean =>
  textOf(one) === textOf(other)

const textOf = (filter: DefaultFilter) =>
  JSON.stringify(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .map(([field, value]) => [field, Array.isArray(value) ? value.map(String).sort() : value])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )

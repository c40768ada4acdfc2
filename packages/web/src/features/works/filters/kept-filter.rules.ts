/** Takes from an address what is kept as the filter that Works begins with. */
import type { WorksSearch } from '../filter-url.rules.ts'

export type KeptFilter = Omit<WorksSearch, 'q' | 'sort' | 'seed' | 'period'>

/** The kept filter leaves out what was typed and the order: those are of the moment. */
export function keptFilter({ q, sort, seed, period, ...filter }: WorksSearch): KeptFilter {
  return filter
}

/** A field that is undefined is none; lists are the same in any order. */
export const isSameFilter = (one: KeptFilter, other: KeptFilter): boolean => textOf(one) === textOf(other)

const textOf = (filter: KeptFilter) =>
  JSON.stringify(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .map(([field, value]) => [field, Array.isArray(value) ? value.map(String).sort() : value])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )

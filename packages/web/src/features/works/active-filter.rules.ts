import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { WorksSearch } from './filter-url.rules.ts'

/** Returns the filter without the search text and the order; undefined if it is empty. */
export function activeFilterOf({
  q: _,
  sort: __,
  seed: ___,
  period: ____,
  ...filter
}: WorksSearch): WorkFilter | undefined {
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined
}

/** Returns whether the filter or the search text excludes any works. Listing every edition does not count. */
export const hasFilterOrSearch = (search: WorksSearch): boolean =>
  Boolean(search.q) || activeFilterOf({ ...search, editions: undefined }) !== undefined

import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { WorksSearch } from './filter-url.rules.ts'

/** Returns what narrows the list besides the words that are searched; undefined if nothing does. */
export function narrowingOf({
  q: _,
  sort: __,
  seed: ___,
  period: ____,
  ...filter
}: WorksSearch): WorkFilter | undefined {
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined
}

/** Returns whether the list could hold more under another address; every edition instead of one of each is no less. */
export const isNarrowed = (search: WorksSearch): boolean =>
  Boolean(search.q) || narrowingOf({ ...search, editions: undefined }) !== undefined

import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { WorksSearch } from './filter-url.rules.ts'

/** What narrows the list besides the words that are searched; undefined where nothing does. */
export function narrowingOf({ q: _, sort: __, seed: ___, ...filter }: WorksSearch): WorkFilter | undefined {
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined
}

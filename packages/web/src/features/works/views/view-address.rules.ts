/** Finds the saved view that a URL shows. */
import type { SavedView, ViewSearch } from '@koedana/contract/views.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { isSameFilter } from '../filters/default-filter.rules.ts'

/** Leaves out the seed: a view stores the random order, but no particular shuffle. */
export const viewSearchOf = ({ seed, ...search }: WorksSearch): ViewSearch => search

export const viewShownBy = (search: WorksSearch, views: readonly SavedView[]): SavedView | undefined =>
  views.find((view) => isSameFilter(viewSearchOf(search), view.search))

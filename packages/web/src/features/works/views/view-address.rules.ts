/** Which saved view an address shows. */
import type { SavedView, ViewSearch } from '@koedana/contract/views.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { isSameFilter } from '../filters/kept-filter.rules.ts'

/** The seed is of the moment: a random order is kept, and no shuffle of it. */
export const viewSearchOf = ({ seed, ...search }: WorksSearch): ViewSearch => search

export const viewShownBy = (search: WorksSearch, views: readonly SavedView[]): SavedView | undefined =>
  views.find((view) => isSameFilter(viewSearchOf(search), view.search))

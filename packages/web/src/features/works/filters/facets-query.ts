/** Counts of the answer behind each further choice. */
import { type FacetName, getFacets } from '@koedana/contract/facets.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { useSettings } from '../../../lib/settings.ts'
import type { WorksSearch } from '../filter-url.rules.ts'

/** How many names of each kind are counted. */
export const namesPerKind = 8

/** The old counts stay until the new ones are there. `find` is a part of the names. */
export const facetsQuery = (search: WorksSearch, facets: readonly FacetName[], find = '') => {
  const { sort: _sort, seed: _seed, period: _period, ...filter } = search
  return queryOptions({
    queryKey: ['facets', useSettings.getState().locale, filter, facets, find],
    queryFn: ({ signal }) =>
      call(
        getFacets,
        { query: { ...filter, facets: [...facets], top: namesPerKind, ...(find ? { find } : {}) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

import { listWorks } from '@koedana/contract/works.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { useSettings } from '../../lib/settings.ts'
import type { WorksSearch } from './filter-url.rules.ts'

export const worksPerPage = 60

/** Pages are counted from 0. Titles are localized, so the language is part of the key. */
export const worksPage = (search: WorksSearch, page: number, locale = useSettings.getState().locale) =>
  queryOptions({
    queryKey: ['works', locale, search, page],
    queryFn: ({ signal }) =>
      call(listWorks, { query: { ...search, page: page + 1, pageSize: worksPerPage } }, signal),
  })

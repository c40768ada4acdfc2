import type { Period } from '@koedana/contract/values.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSettings } from '../../lib/settings.ts'

/** The first so many of a period. While another answer is under way the old one stays. */
export const rankingsQuery = (period: Period, pageSize: number) =>
  queryOptions({
    queryKey: ['rankings', useSettings.getState().locale, period, pageSize],
    queryFn: ({ signal }) => call(listWorks, { query: { sort: 'popular', period, pageSize } }, signal),
    placeholderData: keepPreviousData,
  })

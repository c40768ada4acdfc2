/** A year of one's own listening. Never asked for visitors. */
import { getStatistics } from '@koedana/contract/statistics.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { currentUser } from '../../../domain/session.ts'
import { useSettings } from '../../../lib/settings.ts'

/** From its first to its last hour here. */
export const statisticsQuery = (year: number) =>
  queryOptions({
    queryKey: ['progress', currentUser()?.id, 'statistics', useSettings.getState().locale, year],
    queryFn: ({ signal }) => {
      const [from, to] = [new Date(year, 0, 1).toISOString(), new Date(year + 1, 0, 1).toISOString()]
      return call(getStatistics, { query: { from, to } }, signal)
    },
    staleTime: 0,
  })

import { listSimilarWorks } from '@koedana/contract/similar.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useSettings } from '../../../lib/settings.ts'

const limit = 12

export const similarWorksQuery = (id: string) =>
  queryOptions({
    queryKey: ['similar-works', useSettings.getState().locale, id],
    queryFn: ({ signal }) => call(listSimilarWorks, { params: { id }, query: { limit } }, signal),
  })

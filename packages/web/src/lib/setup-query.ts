/** Whether this server still has no administrator. */
import { getSetup } from '@koedana/contract/auth.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** Once there is one, there is one for good. */
export const setupQuery = () =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(getSetup, {}, signal),
    staleTime: ({ state }) => (state.data?.isNeeded === false ? Number.POSITIVE_INFINITY : 0),
  })

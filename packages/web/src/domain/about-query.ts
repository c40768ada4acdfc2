/** Queries for the server's information, and for whether it still needs setup. */

import { getAbout } from '@koedana/contract/about.ts'
import { getSetup } from '@koedana/contract/auth.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

export const aboutQuery = () =>
  queryOptions({ queryKey: ['about'], queryFn: ({ signal }) => call(getAbout, {}, signal) })

/** Once setup is done, it stays done. */
export const setupQuery = () =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(getSetup, {}, signal),
    staleTime: ({ state }) => (state.data?.isNeeded === false ? Number.POSITIVE_INFINITY : 0),
  })

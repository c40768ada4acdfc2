/** Reads what this server is and allows, and whether it still has no administrator. */

import { getSetup } from '@koedana/contract/auth.ts'
import { getAbout } from '@koedana/contract/system.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

export const aboutQuery = () =>
  queryOptions({ queryKey: ['about'], queryFn: ({ signal }) => call(getAbout, {}, signal) })

/** Once there is one, there is one for good. */
export const setupQuery = () =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(getSetup, {}, signal),
    staleTime: ({ state }) => (state.data?.isNeeded === false ? Number.POSITIVE_INFINITY : 0),
  })

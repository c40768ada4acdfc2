/** What this server is and allows. */
import { getAbout } from '@koedana/contract/system.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

export const aboutQuery = () =>
  queryOptions({ queryKey: ['about'], queryFn: ({ signal }) => call(getAbout, {}, signal) })

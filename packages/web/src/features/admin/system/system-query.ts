/** How the server fares, asked again while the page is seen. */
import { getSystem } from '@koedana/contract/machine.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const systemEveryMs = 5_000

export const systemQuery = () =>
  queryOptions({ queryKey: ['admin', 'system'], queryFn: ({ signal }) => call(getSystem, {}, signal) })

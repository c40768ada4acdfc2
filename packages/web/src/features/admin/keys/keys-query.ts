/** Access keys as the table asks for them. */
import { type KeySort, listKeys } from '@koedana/contract/keys.ts'
import type { KeyState } from '@koedana/contract/values.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const keysPerPage = 50

export interface KeysAsked {
  readonly q: string
  readonly state: KeyState | undefined
  readonly sort: KeySort
  readonly page: number
}

export const keysKey = ['admin', 'keys'] as const

export const keysQuery = ({ q, state, sort, page }: KeysAsked) =>
  queryOptions({
    queryKey: [...keysKey, q, state, sort, page],
    queryFn: ({ signal }) =>
      call(listKeys, { query: { q, state, sort, page, pageSize: keysPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

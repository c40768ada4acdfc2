import { getDemo } from '@koedana/contract/demo.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { currentToken } from './session.ts'

const pollMs = 1_000

/** Polls while demo works are being created or removed. */
export const demoQuery = () =>
  queryOptions({
    queryKey: ['demo', currentToken()],
    queryFn: ({ signal }) => call(getDemo, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'loading' || data?.state === 'removing' ? pollMs : false,
  })

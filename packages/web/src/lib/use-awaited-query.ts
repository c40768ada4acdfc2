import {
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { use } from 'react'

/** Like `useQuery`, but suspends until the first response or failure, to avoid a layout shift. */
export function useAwaitedQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data> {
  const client = useQueryClient()
  const isKnown = (client.getQueryState(options.queryKey)?.status ?? 'pending') !== 'pending'
  if (!isKnown) use(firstOf(client, options))
  return useQuery(options)
}

const awaited = new WeakMap<object, Promise<void>>()

/** React renders a suspended component repeatedly, so it must get the same promise each time. */
function firstOf<Data, Key extends QueryKey>(
  client: QueryClient,
  options: UseQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const begun = client.getQueryCache().find({ queryKey: options.queryKey })
  const known = begun && awaited.get(begun)
  if (known) return known
  const promise = client.prefetchQuery(options)
  const query = client.getQueryCache().find({ queryKey: options.queryKey })
  if (query) awaited.set(query, promise)
  return promise
}

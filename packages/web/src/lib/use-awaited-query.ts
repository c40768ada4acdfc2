import {
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { use } from 'react'

/** Works as `useQuery`, but suspends until the first response or failure: what is drawn by it comes as high as it stays. */
export function useAwaitedQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data> {
  const client = useQueryClient()
  const isKnown = (client.getQueryState(options.queryKey)?.status ?? 'pending') !== 'pending'
  if (!isKnown) use(firstOf(client, options))
  return useQuery(options)
}

const awaited = new WeakMap<object, Promise<void>>()

/** React draws a part that waits again and again: each time for the same promise. */
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

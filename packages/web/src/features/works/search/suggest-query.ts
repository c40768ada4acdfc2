import { normalizeWorkId } from '@koedana/contract/values.ts'
import { suggest } from '@koedana/contract/works.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useSettings } from '../../../lib/settings.ts'

/** `silent`, because the loading bar would flicker with every letter. */
export const suggestQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggest', useSettings.getState().locale, q],
    queryFn: ({ signal }) => call(suggest, { query: { q } }, signal),
    enabled: q !== '',
    meta: { silent: true },
  })

/**
 * Returns the work of a complete ID in any spelling. Undefined if the text is not an ID, or the work is missing or hidden, which look the
 * same. Rejects if the server cannot be reached.
 */
export async function findJump(text: string): Promise<string | undefined> {
  const id = normalizeWorkId(text)
  if (id === undefined) return undefined
  const { queryKey } = suggestQuery(id)
  // A separate request, because the closing suggestion list cancels its own.
  const { jump } = queryClient.getQueryData(queryKey) ?? (await call(suggest, { query: { q: id } }))
  return jump ?? undefined
}

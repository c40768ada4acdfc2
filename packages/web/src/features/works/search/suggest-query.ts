import { suggest } from '@koedana/contract/works.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useSettings } from '../../../lib/settings.ts'

/** Quiet: the loading bar would flicker with every letter. */
export const suggestQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggest', useSettings.getState().locale, q],
    queryFn: ({ signal }) => call(suggest, { query: { q } }, signal),
    enabled: q !== '',
    meta: { silent: true },
  })

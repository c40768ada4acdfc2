import { getHome } from '@koedana/contract/home.ts'
import type { Period } from '@koedana/contract/values.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { useSettings } from '../../lib/settings.ts'

/** The default of the server. */
export const homePeriod: Period = 'monthly'

/** Titles come in the viewer's language, so the language is part of the key. */
export const homeQuery = (period: Period = homePeriod) =>
  queryOptions({
    queryKey: ['home', useSettings.getState().locale, period],
    queryFn: ({ signal }) => call(getHome, { query: { period } }, signal),
  })

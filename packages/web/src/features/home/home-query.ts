import { getHome } from '@koedana/contract/home.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { homeKey } from '../../domain/home-key.ts'
import { useSettings } from '../../lib/settings.ts'

/** Titles are localized, so the language is part of the key. */
export const homeQuery = () =>
  queryOptions({
    queryKey: [...homeKey, useSettings.getState().locale],
    queryFn: ({ signal }) => call(getHome, { query: {} }, signal),
  })

import { getHome } from '@koedana/contract/home.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSettings } from '../../lib/settings.ts'

/** Titles come in the viewer's language, so the language is part of the key. */
export const homeQuery = () =>
  queryOptions({
    queryKey: ['home', useSettings.getState().locale],
    queryFn: ({ signal }) => call(getHome, {}, signal),
  })

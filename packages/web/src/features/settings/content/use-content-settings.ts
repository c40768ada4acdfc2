/** The content settings of whoever is here: the account's, or this browser's. */
import { getSettings, saveSettings } from '@koedana/contract/account.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { type ContentChoices, changeContentChoices, useContentChoices } from '../../../lib/content-choices.ts'
import { useUser } from '../../../lib/session.ts'

const settingsQuery = (isSignedIn: boolean) =>
  queryOptions({
    queryKey: ['account', 'settings'],
    queryFn: ({ signal }) => call(getSettings, {}, signal),
    enabled: isSignedIn,
  })

export interface ContentSettings {
  /** Undefined until the server has told. */
  readonly value: ContentChoices | undefined
  /** Everything on screen is asked for again: other works may be seen now. */
  readonly save: (value: ContentChoices) => void
}

export function useContentSettings(): ContentSettings {
  const isSignedIn = useUser() !== undefined
  const client = useQueryClient()
  const local = useContentChoices()
  const { data } = useQuery(settingsQuery(isSignedIn))
  const keep = async (value: ContentChoices) => {
    const body = { ...value, filterDefaults: data?.filterDefaults ?? {} }
    if (data) client.setQueryData(settingsQuery(true).queryKey, { ...data, ...value })
    // The client tells of a refusal; what is asked for again then shows what holds.
    await call(saveSettings, { body }).catch(() => undefined)
    await client.invalidateQueries()
  }
  if (isSignedIn) return { value: data, save: (value) => void keep(value) }
  return {
    value: local,
    save: (value) => {
      changeContentChoices(value)
      void client.invalidateQueries()
    },
  }
}

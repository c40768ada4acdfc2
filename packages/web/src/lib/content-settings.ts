/** The content settings of whoever is here: the account's, or this browser's. */
import { getSettings, saveSettings } from '@koedana/contract/account.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { type ContentChoices, changeContentChoices, useContentChoices } from './content-choices.ts'
import { queryClient } from './query-client.ts'
import { isLoggedIn, useUser } from './session.ts'

/** Undefined until the server has told. */
export function useContentSettings(): ContentChoices | undefined {
  const isSignedIn = useUser() !== undefined
  const local = useContentChoices()
  const { data } = useQuery({ ...settingsQuery(), enabled: isSignedIn })
  return isSignedIn ? data : local
}

/** Everything on screen is asked for again: other works may be seen now. Rejects where the server refuses. */
export async function changeContentSettings(change: (now: ContentChoices) => ContentChoices): Promise<void> {
  if (!isLoggedIn()) {
    changeContentChoices(change(useContentChoices.getState()))
    await queryClient.invalidateQueries()
    return
  }
  const { queryKey } = settingsQuery()
  // What is known already changes at once.
  const next = change(queryClient.getQueryData(queryKey) ?? (await queryClient.fetchQuery(settingsQuery())))
  queryClient.setQueryData(queryKey, next)
  try {
    await call(saveSettings, { body: next })
  } finally {
    // The client tells of a refusal; what is asked for again then shows what holds.
    await queryClient.invalidateQueries()
  }
}

const settingsQuery = () =>
  queryOptions({
    queryKey: ['account', 'settings'],
    queryFn: async ({ signal }): Promise<ContentChoices> => call(getSettings, {}, signal),
  })

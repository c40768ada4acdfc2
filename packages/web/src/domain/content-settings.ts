/** Content settings of the current person: of the account, or of this browser. */
import { getSettings, saveSettings } from '@koedana/contract/account.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../lib/query-client.ts'
import { call } from './api.ts'
import { type ContentChoices, changeContentChoices, useContentChoices } from './content-choices.ts'
import { isLoggedIn, useUser } from './session.ts'

/** Returns undefined until the server has responded. */
export function useContentSettings(): ContentChoices | undefined {
  const isSignedIn = useUser() !== undefined
  const local = useContentChoices()
  const { data } = useQuery({ ...settingsQuery(), enabled: isSignedIn })
  return isSignedIn ? data : local
}

/** Like `useContentSettings`, but only from the cache: it sends no request. */
export function useCachedContentSettings(): ContentChoices | undefined {
  const isSignedIn = useUser() !== undefined
  const local = useContentChoices()
  const { data } = useQuery({ ...settingsQuery(), enabled: false })
  return isSignedIn ? data : local
}

/**
 * Changes the settings and reloads everything on screen, because other works may be visible now. Rejects if the server does. The cached
 * settings change at once; or only after saving, if the screen would otherwise load content that is not allowed yet.
 */
export async function changeContentSettings(
  change: (now: ContentChoices) => ContentChoices,
  known: 'atOnce' | 'onceSaved' = 'atOnce',
): Promise<void> {
  if (!isLoggedIn()) {
    changeContentChoices(change(useContentChoices.getState()))
    await reloadScreen()
    return
  }
  const { queryKey } = settingsQuery()
  const next = change(queryClient.getQueryData(queryKey) ?? (await queryClient.fetchQuery(settingsQuery())))
  if (known === 'atOnce') queryClient.setQueryData(queryKey, next)
  try {
    await call(saveSettings, { body: next })
    queryClient.setQueryData(queryKey, next)
  } finally {
    // The client shows the failure; the reload shows the settings that apply.
    await reloadScreen()
  }
}

/** Waits for the render first: hidden items leave the screen, and their queries are not fetched again. */
async function reloadScreen(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  await queryClient.invalidateQueries()
}

const settingsQuery = () =>
  queryOptions({
    queryKey: ['account', 'settings'],
    queryFn: async ({ signal }): Promise<ContentChoices> => call(getSettings, {}, signal),
  })

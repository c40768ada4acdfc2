/** The content settings of the person who is here: the account's, or this browser's. */
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

/** Returns the same as far as it is at hand: no request is sent. */
export function useKnownContentSettings(): ContentChoices | undefined {
  const isSignedIn = useUser() !== undefined
  const local = useContentChoices()
  const { data } = useQuery({ ...settingsQuery(), enabled: false })
  return isSignedIn ? data : local
}

/**
 * Reloads everything on screen: other works may be seen now. Rejects if the server refuses. What is known
 * changes at once, or once the server has it, if the screen would load more than it may see yet.
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
    // The client shows a refusal; what is loaded again then shows what holds.
    await reloadScreen()
  }
}

/** The queries end after the screen was drawn anew: what is hidden now leaves it, and is not fetched any more. */
async function reloadScreen(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  await queryClient.invalidateQueries()
}

const settingsQuery = () =>
  queryOptions({
    queryKey: ['account', 'settings'],
    queryFn: async ({ signal }): Promise<ContentChoices> => call(getSettings, {}, signal),
  })

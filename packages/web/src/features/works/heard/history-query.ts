/** The user's listening history, page by page. Not requested for visitors. */
import { forgetHistory, forgetPlay, listHistory } from '@koedana/contract/history.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { currentUser } from '../../../domain/session.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useSettings } from '../../../lib/settings.ts'

export const playsPerPage = 50

export const historyQuery = (page: number) =>
  queryOptions({
    queryKey: ['progress', currentUser()?.id, 'history', useSettings.getState().locale, page],
    queryFn: ({ signal }) => call(listHistory, { query: { page, pageSize: playsPerPage } }, signal),
    staleTime: 0,
  })

const refreshHistory = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['progress'] })

const undoMs = 5_000

/** Deletes a play after a delay, also if the page is left. Returns a function that cancels it. After the deletion the list is reloaded. */
export function deleteAfterDelay(id: string): () => void {
  const send = () => {
    stop()
    void call(forgetPlay, { params: { id } })
      // The client shows failures.
      .catch(() => undefined)
      .then(refreshHistory)
  }
  const timer = setTimeout(send, undoMs)
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', send)
  }
  window.addEventListener('pagehide', send)
  return stop
}

/** Resolves with whether the history was deleted. */
export async function deleteHistory(): Promise<boolean> {
  try {
    await call(forgetHistory, { query: {} })
  } catch {
    return false
  }
  await refreshHistory()
  return true
}

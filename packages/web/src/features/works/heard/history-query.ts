/** Reads page by page what the listener heard. It is never requested for visitors. */
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

const untilSentMs = 5_000

/**
 * Forgets a play unless it is taken back in time; leaving the page is no taking back. Returns what takes it back. Once it is gone
 * the list is loaded anew: nothing takes it back then.
 */
export function forgetSoon(id: string): () => void {
  const send = () => {
    stop()
    void call(forgetPlay, { params: { id } })
      // A refusal is shown by the client.
      .catch(() => undefined)
      .then(refreshHistory)
  }
  const timer = setTimeout(send, untilSentMs)
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', send)
  }
  window.addEventListener('pagehide', send)
  return stop
}

/** Resolves to whether everything is forgotten. */
export async function forgetAll(): Promise<boolean> {
  try {
    await call(forgetHistory, { query: {} })
  } catch {
    return false
  }
  await refreshHistory()
  return true
}

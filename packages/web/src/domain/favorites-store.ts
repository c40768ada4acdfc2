/**
 * The favorites of the logged-in user: loaded in batches as works appear, changed optimistically, and reverted if the server rejects the
 * change.
 */
import { addFavorite, removeFavorite } from '@koedana/contract/favorites.ts'
import { listMarks } from '@koedana/contract/marks.ts'
import { onlineManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { createBatcher } from '../lib/batch-ids.ts'
import { call } from './api.ts'
import { currentToken, useSession } from './session.ts'

interface Favorites {
  /** By work ID; undefined if not loaded yet. */
  readonly known: Readonly<Record<string, boolean | undefined>>
}

/** Exported for tests; components select one work at a time. */
export const useFavorites = create<Favorites>(() => ({ known: {} }))

useSession.subscribe(({ signedIn }, before) => {
  if (signedIn?.token !== before.signedIn?.token) useFavorites.setState({ known: {} })
})

/** Returns false while unknown, and for visitors. */
export function useIsFavorite(workId: string): boolean {
  const token = useSession(({ signedIn }) => signedIn?.token)
  useEffect(() => {
    // The store is emptied with its token. It is read here without a subscription, to avoid renders.
    if (token !== undefined && useFavorites.getState().known[workId] === undefined) requestMarks(workId)
  }, [token, workId])
  return useFavorites(({ known }) => known[workId] ?? false)
}

/** By work: what the server has once its last pending change is done. */
const pendingChanges = new Map<string, Promise<boolean>>()

/**
 * Shows the change at once; rejects if it failed. Changes of one work are sent in order. After the last response, the server's value is
 * shown.
 */
export async function setFavorite(workId: string, isFavorite: boolean): Promise<void> {
  const before = pendingChanges.get(workId) ?? Promise.resolve(!isFavorite)
  mergeFavorites({ [workId]: isFavorite })
  const sent = before.then(() =>
    onlineManager.isOnline()
      ? call(isFavorite ? addFavorite : removeFavorite, { params: { id: workId } })
      : import('./pending-changes.ts').then(({ storePendingChange }) =>
          storePendingChange(workId, { favorite: isFavorite }),
        ),
  )
  const after = sent.then(
    () => isFavorite,
    () => before,
  )
  pendingChanges.set(workId, after)
  const has = await after
  if (pendingChanges.get(workId) === after) {
    pendingChanges.delete(workId)
    if (has !== isFavorite) mergeFavorites({ [workId]: has })
  }
  await sent
}

const mergeFavorites = (marks: Readonly<Record<string, boolean>>) =>
  useFavorites.setState(({ known }) => ({ known: { ...known, ...marks } }))

export async function fetchMarks(ids: readonly string[]): Promise<void> {
  const token = currentToken()
  const response = await call(listMarks, { query: { ids: [...ids] } }).catch(() => undefined)
  // Another user may have logged in in the meantime.
  if (response && token === currentToken()) {
    // Changes made since the request are newer than the response.
    const { known } = useFavorites.getState()
    const news = response.items.filter(({ id }) => known[id] === undefined)
    mergeFavorites(Object.fromEntries(news.map(({ id, favorite }) => [id, favorite])))
  }
}

const requestMarks = createBatcher((ids) => void fetchMarks(ids))

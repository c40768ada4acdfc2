/**
 * The favorites of the person who is signed in: loaded in batches as works come on screen, changed at once,
 * and put back if the server refuses.
 */
import { addFavorite, removeFavorite } from '@koedana/contract/favorites.ts'
import { listMarks } from '@koedana/contract/marks.ts'
import { onlineManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { gathered } from '../lib/gathered.ts'
import { call } from './api.ts'
import { currentToken, useSession } from './session.ts'

interface Favorites {
  /** The marks by work id; undefined is not known yet. */
  readonly known: Readonly<Record<string, boolean | undefined>>
}

/** Tests read it; components select one work at a time. */
export const useFavorites = create<Favorites>(() => ({ known: {} }))

useSession.subscribe(({ signedIn }, before) => {
  if (signedIn?.token !== before.signedIn?.token) useFavorites.setState({ known: {} })
})

/** False while it is not known, and for visitors. */
export function useIsFavorite(workId: string): boolean {
  const token = useSession(({ signedIn }) => signedIn?.token)
  useEffect(() => {
    // What is known is forgotten with its token: nothing is drawn anew to find out that it is.
    if (token !== undefined && useFavorites.getState().known[workId] === undefined) requestMarks(workId)
  }, [token, workId])
  return useFavorites(({ known }) => known[workId] ?? false)
}

/** The server's state by work, while changes are under way: what it has once the last of them is through. */
const changes = new Map<string, Promise<boolean>>()

/**
 * Shows the change at once; rejects if it did not hold. Changes of one work are sent one after the other: once the
 * last has its response, what the server has is shown.
 */
export async function setFavorite(workId: string, isFavorite: boolean): Promise<void> {
  const before = changes.get(workId) ?? Promise.resolve(!isFavorite)
  note({ [workId]: isFavorite })
  const sent = before.then(() =>
    onlineManager.isOnline()
      ? call(isFavorite ? addFavorite : removeFavorite, { params: { id: workId } })
      : import('./late-changes.ts').then(({ keepChange }) => keepChange(workId, { favorite: isFavorite })),
  )
  const after = sent.then(
    () => isFavorite,
    () => before,
  )
  changes.set(workId, after)
  const has = await after
  if (changes.get(workId) === after) {
    changes.delete(workId)
    if (has !== isFavorite) note({ [workId]: has })
  }
  await sent
}

const note = (marks: Readonly<Record<string, boolean>>) =>
  useFavorites.setState(({ known }) => ({ known: { ...known, ...marks } }))

export async function fetchMarks(ids: readonly string[]): Promise<void> {
  const token = currentToken()
  const response = await call(listMarks, { query: { ids: [...ids] } }).catch(() => undefined)
  // Meanwhile somebody else may have signed in.
  if (response && token === currentToken()) {
    // What was pressed since is newer than the response.
    const { known } = useFavorites.getState()
    const news = response.items.filter(({ id }) => known[id] === undefined)
    note(Object.fromEntries(news.map(({ id, favorite }) => [id, favorite])))
  }
}

const requestMarks = gathered((ids) => void fetchMarks(ids))

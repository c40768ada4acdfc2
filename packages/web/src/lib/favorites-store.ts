/**
 * Which works are favorites of whoever is signed in: asked for in batches as works come on screen, changed at once,
 * and put back where the server refuses.
 */
import { addFavorite, listMarks, removeFavorite } from '@koedana/contract/favorites.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from './api.ts'
import { currentToken, useSession } from './session.ts'

interface Favorites {
  /** By work id; undefined is not known yet. */
  readonly known: Readonly<Record<string, boolean | undefined>>
}

const useFavorites = create<Favorites>(() => ({ known: {} }))

useSession.subscribe(({ signedIn }, before) => {
  if (signedIn?.token !== before.signedIn?.token) useFavorites.setState({ known: {} })
})

/** False while it is not known, and for visitors. */
export function useIsFavorite(workId: string): boolean {
  const token = useSession(({ signedIn }) => signedIn?.token)
  const isKnown = useFavorites(({ known }) => known[workId] !== undefined)
  useEffect(() => {
    if (token !== undefined && !isKnown) ask(workId)
  }, [token, isKnown, workId])
  return useFavorites(({ known }) => known[workId] ?? false)
}

/** Shows the change at once; rejects, and puts it back, where it did not hold. */
export async function setFavorite(workId: string, isFavorite: boolean): Promise<void> {
  note({ [workId]: isFavorite })
  try {
    await call(isFavorite ? addFavorite : removeFavorite, { params: { id: workId } })
  } catch (cause) {
    note({ [workId]: !isFavorite })
    throw cause
  }
}

const note = (marks: Readonly<Record<string, boolean>>) =>
  useFavorites.setState(({ known }) => ({ known: { ...known, ...marks } }))

/** A page of cards comes on screen together. */
const gatherMs = 30
const mostAtOnce = 200
const wanted = new Set<string>()

function ask(workId: string): void {
  if (wanted.size === 0) setTimeout(askForAll, gatherMs)
  wanted.add(workId)
}

function askForAll(): void {
  const ids = [...wanted]
  wanted.clear()
  for (let at = 0; at < ids.length; at += mostAtOnce) void fetchMarks(ids.slice(at, at + mostAtOnce))
}

async function fetchMarks(ids: readonly string[]): Promise<void> {
  const token = currentToken()
  const answer = await call(listMarks, { query: { ids: [...ids] } }).catch(() => undefined)
  // Meanwhile somebody else may have signed in.
  if (answer && token === currentToken()) {
    note(Object.fromEntries(answer.items.map(({ id, favorite }) => [id, favorite])))
  }
}

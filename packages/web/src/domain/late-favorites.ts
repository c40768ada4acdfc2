/** Favorites that were pressed without a connection: they are sent once there is one, as the person who pressed. */
import { addFavorite, removeFavorite } from '@koedana/contract/favorites.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import * as v from 'valibot'
import { recallJson } from '../lib/device-memory.ts'
import { queryClient } from '../lib/query-client.ts'
import { call } from './api.ts'
import { currentUser } from './session.ts'

const storedAs = 'favorites.waiting'
/** The wish for each work, by its id; the last press counts. */
const Waiting = v.object({ userId: v.string(), works: v.record(v.string(), v.boolean()) })

/** Rejects where the browser stores nothing: then it was not pressed. */
export async function sendLater(workId: string, isFavorite: boolean): Promise<void> {
  write({ ...waitingFavorites(), [workId]: isFavorite })
}

export async function sendWaiting(): Promise<void> {
  const works = Object.entries(waitingFavorites())
  if (works.length === 0 || !navigator.onLine) return
  for (const [workId, isFavorite] of works) {
    try {
      await call(isFavorite ? addFavorite : removeFavorite, { params: { id: workId } })
    } catch (error) {
      // A work that is hidden by now, or gone, is no favorite ever again; anything else is tried again.
      if (!(error instanceof ApiError) || error.status < 400 || error.status === 429 || error.status >= 500)
        return
    }
    const { [workId]: sent, ...others } = waitingFavorites()
    if (sent === isFavorite) write(others)
  }
  await queryClient.invalidateQueries({ queryKey: ['favorites'] })
}

export function forgetWaiting(): void {
  try {
    localStorage.removeItem(storedAs)
  } catch {
    return
  }
}

/** Returns the wishes for the works that were pressed, by id. */
export function waitingFavorites(): Readonly<Record<string, boolean>> {
  const read = v.safeParse(Waiting, recallJson(storedAs))
  return read.success && read.output.userId === currentUser()?.id ? read.output.works : {}
}

function write(works: Readonly<Record<string, boolean>>): void {
  const userId = currentUser()?.id
  if (userId !== undefined) localStorage.setItem(storedAs, JSON.stringify({ userId, works }))
}

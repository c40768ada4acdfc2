/**
 * Lists the tracks that are completely stored on this device, and their user. The player finds them by ID, even after their links have
 * expired. Kept in local storage, because it is read synchronously at each press of play.
 */
import * as v from 'valibot'
import { readStoredJson } from '../lib/local-storage-json.ts'
import { offlineTrackPath } from '../lib/offline-work.rules.ts'
import { currentUser } from './session.ts'

const storageKey = 'kept.tracks'

/** Maps track IDs to work IDs. */
const OfflineTrackList = v.object({ userId: v.string(), workOf: v.record(v.string(), v.string()) })

/** Tracks whose offline copy failed to play, until the page is reloaded. */
const failedTracks = new Set<string>()

/** Returns undefined if the track is not stored for the current user, or if no service worker controls the page. */
export function offlineUrlOf(trackId: string): string | undefined {
  const userId = currentUser()?.id
  if (userId === undefined || failedTracks.has(trackId) || !navigator.serviceWorker?.controller)
    return undefined
  const stored = read()
  const workId = stored?.userId === userId ? stored.workOf[trackId] : undefined
  return workId === undefined ? undefined : offlineTrackPath({ userId, workId, trackId })
}

/** Stops using the offline copy of a track. Returns whether there was one in use. */
export function skipOfflineCopy(trackId: string | undefined): boolean {
  if (trackId === undefined || offlineUrlOf(trackId) === undefined) return false
  failedTracks.add(trackId)
  return true
}

export function storeOfflineTracks(userId: string, workOf: Readonly<Record<string, string>>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ userId, workOf }))
  } catch {
    clearOfflineTracks()
  }
}

/** If the browser forbids storage, nothing was stored. */
export function clearOfflineTracks(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    return
  }
}

function read(): v.InferOutput<typeof OfflineTrackList> | undefined {
  const read = v.safeParse(OfflineTrackList, readStoredJson(storageKey))
  return read.success ? read.output : undefined
}

/**
 * Lists the tracks that are completely stored on this device, and their user. The player finds them by ID, even after their links have
 * expired. Kept in local storage, because it is read synchronously at each press of play.
 */
import * as v from 'valibot'
import { recallJson } from '../lib/device-memory.ts'
import { soundPath } from '../lib/kept-work.rules.ts'
import { currentUser } from './session.ts'

const storedAs = 'kept.tracks'

/** Maps track IDs to work IDs. */
const Stored = v.object({ userId: v.string(), workOf: v.record(v.string(), v.string()) })

/** Tracks whose offline copy failed to play, until the page is reloaded. */
const passedOver = new Set<string>()

/** Returns undefined if the track is not stored for the current user, or if no service worker controls the page. */
export function keptAddress(trackId: string): string | undefined {
  const userId = currentUser()?.id
  if (userId === undefined || passedOver.has(trackId) || !navigator.serviceWorker?.controller)
    return undefined
  const stored = read()
  const workId = stored?.userId === userId ? stored.workOf[trackId] : undefined
  return workId === undefined ? undefined : soundPath({ userId, workId, trackId })
}

/** Stops using the offline copy of a track. Returns whether there was one in use. */
export function passOver(trackId: string | undefined): boolean {
  if (trackId === undefined || keptAddress(trackId) === undefined) return false
  passedOver.add(trackId)
  return true
}

export function noteKeptTracks(userId: string, workOf: Readonly<Record<string, string>>): void {
  try {
    localStorage.setItem(storedAs, JSON.stringify({ userId, workOf }))
  } catch {
    forgetKeptTracks()
  }
}

/** If the browser forbids storage, nothing was stored. */
export function forgetKeptTracks(): void {
  try {
    localStorage.removeItem(storedAs)
  } catch {
    return
  }
}

function read(): v.InferOutput<typeof Stored> | undefined {
  const read = v.safeParse(Stored, recallJson(storedAs))
  return read.success ? read.output : undefined
}

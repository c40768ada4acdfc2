/**
 * Knows which tracks are kept whole on this device, and whose they are: the player finds them by their ids, whatever became of
 * their links. It is read at each press of play, and so lies in local storage.
 */
import * as v from 'valibot'
import { recallJson } from '../lib/device-memory.ts'
import { soundPath } from '../lib/kept-work.rules.ts'
import { currentUser } from './session.ts'

const storedAs = 'kept.tracks'

/** The works of the tracks, by the ids of these. */
const Stored = v.object({ userId: v.string(), workOf: v.record(v.string(), v.string()) })

/** Tracks that gave no sound from here, for as long as the page lives. */
const passedOver = new Set<string>()

/** Returns undefined where it is not kept, or by somebody else, and where no service worker would respond. */
export function keptAddress(trackId: string): string | undefined {
  const userId = currentUser()?.id
  if (userId === undefined || passedOver.has(trackId) || !navigator.serviceWorker?.controller)
    return undefined
  const stored = read()
  const workId = stored?.userId === userId ? stored.workOf[trackId] : undefined
  return workId === undefined ? undefined : soundPath({ userId, workId, trackId })
}

/** True if it would have been played from here: it is no longer. */
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

/** Storage may be forbidden by the browser: then nothing is kept either. */
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

/**
 * Whether there is anything to play. A page without sound needs no more than this: the player comes with the first track.
 */
import { create } from 'zustand'

export const usePresence = create<{ readonly isHere: boolean }>(() => ({ isHere: hasRememberedQueue() }))

export const notePresence = (isHere: boolean): void => usePresence.setState({ isHere })

/** The key under which the queue is remembered on this device. */
export const queueName = 'player.queue'

/** An emptied queue is remembered too, as an empty list. */
function hasRememberedQueue(): boolean {
  try {
    return localStorage.getItem(queueName)?.includes('"track"') ?? false
  } catch {
    return false
  }
}

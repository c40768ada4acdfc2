/** Whether there is anything to play. Pages without audio need only this; the player is loaded with the first track. */
import { create } from 'zustand'

export const usePresence = create<{ readonly isHere: boolean }>(() => ({ isHere: hasRememberedQueue() }))

export const notePresence = (isHere: boolean): void => usePresence.setState({ isHere })

/** The local storage key of the queue. */
export const queueName = 'player.queue'

/** Checks for a track, because an emptied queue is stored as an empty list. */
function hasRememberedQueue(): boolean {
  try {
    return localStorage.getItem(queueName)?.includes('"track"') ?? false
  } catch {
    return false
  }
}

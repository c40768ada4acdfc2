/** Whether there is anything to play. Pages without audio need only this; the player is loaded with the first track. */
import { create } from 'zustand'

export const useHasPlayer = create<{ readonly isHere: boolean }>(() => ({ isHere: hasRememberedQueue() }))

export const setHasPlayer = (isHere: boolean): void => useHasPlayer.setState({ isHere })

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

import { useState } from 'react'
import { playWork } from './player-items.ts'

export interface PlayWorkState {
  /** Whether a press was registered and playback has not started yet. */
  readonly isStarting: boolean
  /** Resolves with whether there was something to play. Failures are shown by the calls that it makes. */
  readonly play: (isFromTrackStart?: boolean) => Promise<boolean>
}

/** Returns a play function with a busy state, because the saved position is requested first, which may take a while. */
export function usePlayWork(work: Parameters<typeof playWork>[0]): PlayWorkState {
  const [isStarting, setStarting] = useState(false)
  const play = async (isFromTrackStart?: boolean) => {
    setStarting(true)
    try {
      return await playWork(work, isFromTrackStart)
    } catch {
      return false
    } finally {
      setStarting(false)
    }
  }
  return { isStarting, play }
}

import { useState } from 'react'
import { playWork } from './player-items.ts'

export interface PlayWork {
  /** Whether a press has been taken, and what it plays is still being found. */
  readonly isStarting: boolean
  /** True if there was something to play. Its failures are told by the calls that it makes. */
  readonly play: (isFromTrackStart?: boolean) => Promise<boolean>
}

/** A press of play is seen at once: where one left the work is requested first, which may take a while. */
export function usePlayWork(work: Parameters<typeof playWork>[0]): PlayWork {
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

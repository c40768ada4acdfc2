/** Repeats a passage of one track, from A to B. */
import type { Companion, Playable, PlayerState } from './player-ports.ts'
import { currentOf } from './queue.rules.ts'

/** Times in seconds. `to` is undefined while the end is not chosen yet. */
export interface LoopState {
  readonly trackId: string
  readonly from: number
  readonly to: number | undefined
}

export interface LoopPorts {
  readonly player: () => PlayerState<Playable>
  /** Seeks without reporting it as a choice of the user. */
  readonly goTo: (time: number) => void
  readonly publish: (state: LoopState | undefined) => void
}

const minLoopSeconds = 0.5

export class Loop implements Companion {
  readonly #ports: LoopPorts
  #state: LoopState | undefined

  constructor(ports: LoopPorts) {
    this.#ports = ports
  }

  /** The first call sets A, the second sets B, the third clears the loop. */
  mark(): void {
    const { queue, time } = this.#ports.player()
    const trackId = currentOf(queue)?.track.id
    const open = this.#state?.to === undefined ? this.#state : undefined
    if (!trackId || this.#state?.to !== undefined) this.clear()
    else if (open?.trackId === trackId && time >= open.from + minLoopSeconds) {
      this.#set({ ...open, to: time })
      this.#ports.goTo(open.from)
    } else this.#set({ trackId, from: time, to: undefined })
  }

  clear(): void {
    this.#set(undefined)
  }

  onTime(): void {
    const state = this.#state
    if (!state) return
    const { queue, time } = this.#ports.player()
    if (currentOf(queue)?.track.id !== state.trackId) this.clear()
    else if (state.to !== undefined && time >= state.to) this.#ports.goTo(state.from)
  }

  onPlaying(): void {
    // The loop is kept while playback is paused.
  }

  silencesNext(): boolean {
    return false
  }

  /** A passage that reaches the end of the track restarts before the track ends; so this end clears the loop. */
  onEnded(): void {
    this.clear()
  }

  #set(state: LoopState | undefined): void {
    this.#state = state
    this.#ports.publish(state)
  }
}

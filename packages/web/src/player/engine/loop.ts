/** Hears a passage again and again: from A to B of one track. */
import type { Companion, Playable, PlayerState } from './player-ports.ts'
import { currentOf } from './queue.rules.ts'

/** Seconds into the track. Without an end it is still being chosen. */
export interface LoopState {
  readonly trackId: string
  readonly from: number
  readonly to: number | undefined
}

export interface LoopPorts {
  readonly player: () => PlayerState<Playable>
  /** Goes there without a choice of the listener's. */
  readonly goTo: (time: number) => void
  readonly publish: (state: LoopState | undefined) => void
}

/** A shorter passage would be a noise. */
const shortestSeconds = 0.5

export class Loop implements Companion {
  readonly #ports: LoopPorts
  #state: LoopState | undefined

  constructor(ports: LoopPorts) {
    this.#ports = ports
  }

  /** The first press is A, the second B, the third ends it. */
  mark(): void {
    const { queue, time } = this.#ports.player()
    const trackId = currentOf(queue)?.track.id
    const open = this.#state?.to === undefined ? this.#state : undefined
    if (!trackId || this.#state?.to !== undefined) this.clear()
    else if (open?.trackId === trackId && time >= open.from + shortestSeconds) {
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
    // It holds whether something sounds or not.
  }

  silencesNext(): boolean {
    return false
  }

  /** A passage up to the end of the track goes on before it ends. */
  onEnded(): void {
    this.clear()
  }

  #set(state: LoopState | undefined): void {
    this.#state = state
    this.#ports.publish(state)
  }
}

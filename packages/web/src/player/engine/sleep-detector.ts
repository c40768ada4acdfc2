/** Tracks where a listener was last awake, and offers to return there. Independent of the browser and of React. */
import {
  type PlayedPoint,
  type ResumePoint,
  resumePointsAfterSleep,
  type SleepTrail,
} from './asleep.rules.ts'
import type { Companion, Playable, PlayerState } from './player-ports.ts'
import { currentOf } from './queue.rules.ts'
import type { SleepState } from './sleep-timer.ts'

export interface SleepDetectorPorts {
  /** Returns wall-clock time in milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly clockAt: (ms: number) => string
  readonly player: () => PlayerState<Playable>
  readonly recall: () => SleepTrail | undefined
  readonly remember: (trail: SleepTrail | undefined) => void
  readonly offer: (ways: readonly ResumePoint[]) => void
}

const rememberEveryMs = 5_000

export class SleepDetector implements Companion {
  readonly #ports: SleepDetectorPorts
  #trail: SleepTrail | undefined
  #rememberedMs = 0
  #sleep: SleepState | undefined

  constructor(ports: SleepDetectorPorts) {
    this.#ports = ports
  }

  /** Call it after user input on the player. */
  touch(): void {
    this.wake()
    const here = this.#here()
    const timer = this.#sleep && !this.#sleep.isOver ? this.#trail?.timer : undefined
    this.#keep(here && { touched: here, heard: here, timer, isTimedOut: false })
  }

  /** Call it after user input anywhere on the page. */
  stir(): void {
    if (this.#ports.player().playing) this.touch()
    else this.wake()
  }

  /** Offers the positions to return to, if there are any since the last input. */
  wake(): void {
    const { recall, now, clockAt, offer } = this.#ports
    const trail = recall()
    const ways = trail ? resumePointsAfterSleep(trail, now(), clockAt) : []
    if (ways.length > 0) offer(ways)
  }

  /** Call it when the state of the sleep timer changes. */
  onTimer(sleep: SleepState | undefined): void {
    const [before, here] = [this.#sleep, this.#here()]
    this.#sleep = sleep
    if (!here || !sleep) return
    const trail = this.#trail ?? { touched: here, heard: here, isTimedOut: false }
    const hasBegun = !before || (before.isOver && !sleep.isOver)
    if (hasBegun) this.#keep({ ...trail, timer: here, isTimedOut: false })
    else if (sleep.isOver && !before.isOver) this.#keep({ ...trail, isTimedOut: true })
  }

  onTime(): void {
    const here = this.#here()
    if (!here || !this.#ports.player().playing) return
    this.#trail = { ...(this.#trail ?? { touched: here, isTimedOut: false }), heard: here }
    if (here.ms - this.#rememberedMs >= rememberEveryMs) this.#keep(this.#trail)
  }

  onPlaying(): void {
    if (this.#trail) this.#keep(this.#trail)
  }

  silencesNext(): boolean {
    return false
  }

  onEnded(): void {
    this.onTime()
  }

  #here(): PlayedPoint | undefined {
    const { queue, time } = this.#ports.player()
    const item = currentOf(queue)
    return item && { trackId: item.track.id, at: time, ms: this.#ports.now() }
  }

  #keep(trail: SleepTrail | undefined): void {
    this.#trail = trail
    this.#rememberedMs = this.#ports.now()
    this.#ports.remember(trail)
  }
}

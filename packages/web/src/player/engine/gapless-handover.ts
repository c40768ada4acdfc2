/**
 * Starts the next track shortly before the current one ends, because an element needs time to start: playback has no gap. A start that came
 * too early (for example because of a wrong duration) is undone.
 */

/** The part of an audio element that the handover reads. */
interface HandoverElement {
  readonly currentTime: number
  readonly duration: number
  readonly playbackRate: number
  readonly paused: boolean
}

export interface HandoverPorts {
  /** Calls `act` after `ms` milliseconds. Returns a function that cancels the call. */
  readonly later: (ms: number, act: () => void) => () => void
  readonly active: () => HandoverElement
  /** Returns whether the next track is loaded and may start. */
  readonly mayBegin: () => boolean
  readonly begin: () => void
  readonly takeBack: () => void
}

/** Delay between `play()` and the first audible sample in desktop browsers. */
const leadMs = 15
/** Longer than the interval of `timeupdate` events, which fire four times a second. */
const watchWindowMs = 600
/** If the current track has not ended by then, the handover started too early and is undone. */
const maxMs = 400

export class Handover {
  readonly #ports: HandoverPorts
  #cancel: (() => void) | undefined
  #hasBegun = false
  /** The handover started too early: wait for the `ended` event of this track. */
  #isWrong = false

  constructor(ports: HandoverPorts) {
    this.#ports = ports
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Call it on every `timeupdate`. */
  watch(): void {
    const left = this.#leftMs()
    if (left > watchWindowMs) this.#isWrong = false
    if (this.#cancel || this.#hasBegun || this.#isWrong || left > watchWindowMs) return
    this.#cancel = this.#ports.later(Math.max(0, left - leadMs), () => this.#begin())
  }

  /** Completes the handover, once the next element is the active one. */
  done(): void {
    this.#forget()
    this.#hasBegun = false
    this.#isWrong = false
  }

  /** Cancels the handover, and stops the next track if it has started. */
  cancel(): void {
    const hasBegun = this.#hasBegun
    this.done()
    if (hasBegun) this.#ports.takeBack()
  }

  #begin(): void {
    this.#cancel = undefined
    const { active, mayBegin, begin, later } = this.#ports
    if (active().paused || !mayBegin()) return
    // Playback stalled or slowed down in the meantime.
    if (this.#leftMs() > 2 * leadMs) {
      this.watch()
      return
    }
    this.#hasBegun = true
    begin()
    this.#cancel = later(maxMs, () => {
      this.cancel()
      this.#isWrong = true
    })
  }

  #forget(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  /** Returns infinity while nothing is about to end. */
  #leftMs(): number {
    const { paused, duration, currentTime, playbackRate } = this.#ports.active()
    if (paused || !Number.isFinite(duration) || duration <= 0) return Number.POSITIVE_INFINITY
    return ((duration - currentTime) / playbackRate) * 1_000
  }
}

/**
 * The next track begins a moment before the one that plays has ended, since an element takes a moment to sound: nothing is
 * silent between them. What has begun too soon, as where a length was said wrongly, is taken back.
 */

/** The part of an audio element that it needs. */
interface HandedOver {
  readonly currentTime: number
  readonly duration: number
  readonly playbackRate: number
  readonly paused: boolean
}

export interface HandoverPorts {
  /** Calls back after some milliseconds. Returns a function that prevents it. */
  readonly later: (ms: number, act: () => void) => () => void
  /** Returns the element that ends. */
  readonly active: () => HandedOver
  /** Returns whether something is ready, and is to be heard next. */
  readonly mayBegin: () => boolean
  readonly begin: () => void
  readonly takeBack: () => void
}

/** So long is it from the order to play to the first sample that is heard, in browsers for desktops. */
const leadMs = 15
/** Reports of time come four times a second. */
const watchedMs = 600
/** What has begun and does not follow an end by then was wrong. */
const longestMs = 400

export class Handover {
  readonly #ports: HandoverPorts
  #cancel: (() => void) | undefined
  #hasBegun = false
  /** It had begun too soon: this end is waited for. */
  #isWrong = false

  constructor(ports: HandoverPorts) {
    this.#ports = ports
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Call it with each report of time. */
  watch(): void {
    const left = this.#leftMs()
    if (left > watchedMs) this.#isWrong = false
    if (this.#cancel || this.#hasBegun || this.#isWrong || left > watchedMs) return
    this.#cancel = this.#ports.later(Math.max(0, left - leadMs), () => this.#begin())
  }

  /** Ends it once what was handed over plays: it is no longer ours. */
  done(): void {
    this.#forget()
    this.#hasBegun = false
    this.#isWrong = false
  }

  /** It is heard elsewhere, or not at all. */
  cancel(): void {
    const hasBegun = this.#hasBegun
    this.done()
    if (hasBegun) this.#ports.takeBack()
  }

  #begin(): void {
    this.#cancel = undefined
    const { active, mayBegin, begin, later } = this.#ports
    if (active().paused || !mayBegin()) return
    // It stood still meanwhile, or somebody slowed it down.
    if (this.#leftMs() > 2 * leadMs) {
      this.watch()
      return
    }
    this.#hasBegun = true
    begin()
    this.#cancel = later(longestMs, () => {
      this.cancel()
      this.#isWrong = true
    })
  }

  #forget(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  /** Infinite where nothing comes to an end. */
  #leftMs(): number {
    const { paused, duration, currentTime, playbackRate } = this.#ports.active()
    if (paused || !Number.isFinite(duration) || duration <= 0) return Number.POSITIVE_INFINITY
    return ((duration - currentTime) / playbackRate) * 1_000
  }
}

/** How loud the sound is: what the listener chose, the fade of a timer and the level of the work, multiplied here alone. */

export interface Gains {
  /** The volume that the listener chose; 0 while it is muted. */
  readonly volume: number
  readonly fade: number
  /** The factor that brings the work to the loudness of others. */
  readonly level: number
}

export class GainStage {
  readonly #setVolume: (volume: number) => void
  #gains: Gains = { volume: 1, fade: 1, level: 1 }

  constructor(setVolume: (volume: number) => void) {
    this.#setVolume = setVolume
  }

  set(change: Partial<Gains>): void {
    this.#gains = { ...this.#gains, ...change }
    const { volume, fade, level } = this.#gains
    // An element refuses whatever is not between these.
    this.#setVolume(Math.min(1, Math.max(0, volume * fade * level)))
  }
}

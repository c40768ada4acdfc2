/** Computes the output volume as the product of the user's volume, the fade of the sleep timer and the level of the work. */

export interface Gains {
  /** The volume that the user set; 0 while muted. */
  readonly volume: number
  readonly fade: number
  /** The factor that normalizes the loudness of the work. */
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
    // An audio element throws if its volume is outside 0 to 1.
    this.#setVolume(Math.min(1, Math.max(0, volume * fade * level)))
  }
}

/** Combines several companions into one: all of them receive every event, and any of them may prevent the next track. */
import type { Companion } from './player-ports.ts'

export class Companions implements Companion {
  readonly #all = new Set<Companion>()

  join(companion: Companion): void {
    this.#all.add(companion)
  }

  onTime(): void {
    for (const one of this.#all) one.onTime()
  }

  onPlaying(playing: boolean): void {
    for (const one of this.#all) one.onPlaying(playing)
  }

  silencesNext(): boolean {
    return [...this.#all].some((one) => one.silencesNext())
  }

  onEnded(): void {
    for (const one of this.#all) one.onEnded()
  }
}

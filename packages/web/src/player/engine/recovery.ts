/**
 * Decides what becomes of a track that stopped sounding by itself: a new link, another form, a wait for the network, or
 * its end.
 */
import type { Playable } from './player-ports.ts'
import { currentOf, type Queue } from './queue.rules.ts'

/**
 * `mended`: it is worth another try. `unplayable`: this track never will be. `away`: its storage cannot be reached, which
 * holds for the tracks after it too. `refused`: nobody may listen any more, and that was shown. `offline`: there is no server.
 */
export type Mended<Item> =
  | { readonly is: 'mended'; readonly queue: Queue<Item> }
  | { readonly is: 'unplayable' | 'away' | 'refused' | 'offline' }

export interface RecoveryPorts<Item> {
  /** `failures` counts how often the track failed since it last sounded, from 1. */
  readonly mend: (queue: Queue<Item>, failures: number) => Promise<Mended<Item>>
  /** Calls back after some milliseconds. Returns a function that prevents it. */
  readonly later: (ms: number, act: () => void) => () => void
  /** Reports a track that cannot be heard, or a storage that is away. */
  readonly reportFailed: (item: Item, why: 'unplayable' | 'away') => void
}

/** The part of the player that it moves. */
export interface Recovered<Item> {
  readonly now: () => { readonly queue: Queue<Item>; readonly time: number; readonly playing: boolean }
  readonly reload: (queue: Queue<Item>) => void
  readonly pass: () => void
  readonly stop: () => void
  readonly setWaiting: (waiting: boolean) => void
}

export class Recovery<Item extends Playable> {
  readonly #ports: RecoveryPorts<Item>
  readonly #player: Recovered<Item>
  #track: string | undefined
  #failures = 0
  #waits = 0
  #cancel: (() => void) | undefined

  constructor(ports: RecoveryPorts<Item>, player: Recovered<Item>) {
    this.#ports = ports
    this.#player = player
  }

  /** Should it fail once more, that is the first time again. */
  sounded(): void {
    this.forget()
  }

  forget(): void {
    this.#track = undefined
    this.#failures = 0
    this.#waits = 0
    this.#cancel?.()
    this.#cancel = undefined
  }

  async failed(): Promise<void> {
    const item = currentOf(this.#player.now().queue)
    if (!item) return
    if (this.#track !== item.track.id) this.forget()
    this.#track = item.track.id
    this.#failures += 1
    await this.#mend(item)
  }

  /** The network is said to be back. */
  retry(): void {
    if (!this.#cancel) return
    this.#cancel()
    this.#again()
  }

  async #mend(item: Item): Promise<void> {
    const mended = await this.#ports.mend(this.#player.now().queue, this.#failures)
    if (currentOf(this.#player.now().queue)?.track.id !== item.track.id) return
    if (mended.is === 'offline') return this.#wait()
    this.#player.setWaiting(false)
    if (mended.is === 'mended') return this.#player.reload(mended.queue)
    if (mended.is !== 'refused') this.#ports.reportFailed(item, mended.is)
    if (mended.is === 'unplayable') this.#player.pass()
    else this.#player.stop()
  }

  #wait(): void {
    const { playing } = this.#player.now()
    const ms = waitsMs[this.#waits]
    this.#waits += 1
    if (!playing || ms === undefined) {
      this.#player.setWaiting(false)
      this.#player.stop()
      return
    }
    this.#player.setWaiting(true)
    this.#cancel = this.#ports.later(ms, () => this.#again())
  }

  #again(): void {
    this.#cancel = undefined
    const item = currentOf(this.#player.now().queue)
    if (item && item.track.id === this.#track) void this.#mend(item)
  }
}

/** A moment first, then every five seconds for ten minutes. */
const waitsMs: readonly number[] = [500, 1_000, 2_000, 3_000, ...new Array<number>(120).fill(5_000)]

/** Decides how to recover when playback fails: a new link, another form, a wait for the network, or the next track. */
import type { Playable } from './player-ports.ts'
import { currentOf, type Queue } from './queue.rules.ts'

/**
 * `mended`: try again with this queue. `unplayable`: this track can never play. `away`: its storage cannot be reached, which affects the
 * next tracks too. `refused`: the user has lost access and has seen the notice. `offline`: the server cannot be reached.
 */
export type RecoveryResult<Item> =
  | { readonly type: 'mended'; readonly queue: Queue<Item> }
  | { readonly type: 'unplayable' | 'away' | 'refused' | 'offline' }

export interface RecoveryPorts<Item> {
  /** `failures` counts the failures of the track since it last played, starting at 1. */
  readonly mend: (queue: Queue<Item>, failures: number) => Promise<RecoveryResult<Item>>
  /** Calls `act` after `ms` milliseconds. Returns a function that cancels the call. */
  readonly later: (ms: number, act: () => void) => () => void
  /** Reports a track that cannot be played, or a storage that cannot be reached. */
  readonly reportFailed: (item: Item, why: 'unplayable' | 'away') => void
}

/** The part of the player that the recovery controls. */
export interface RecoveryPlayer<Item> {
  readonly now: () => { readonly queue: Queue<Item>; readonly time: number; readonly playing: boolean }
  readonly reload: (queue: Queue<Item>) => void
  readonly pass: () => void
  readonly stop: () => void
  readonly setWaiting: (waiting: boolean) => void
}

export class Recovery<Item extends Playable> {
  readonly #ports: RecoveryPorts<Item>
  readonly #player: RecoveryPlayer<Item>
  #track: string | undefined
  #failures = 0
  #waits = 0
  #cancel: (() => void) | undefined

  constructor(ports: RecoveryPorts<Item>, player: RecoveryPlayer<Item>) {
    this.#ports = ports
    this.#player = player
  }

  /** Resets the failure count, because the track plays again. */
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

  /** Call it when the browser reports that the network is back. */
  retry(): void {
    if (!this.#cancel) return
    this.#cancel()
    this.#again()
  }

  async #mend(item: Item): Promise<void> {
    const mended = await this.#ports.mend(this.#player.now().queue, this.#failures)
    if (currentOf(this.#player.now().queue)?.track.id !== item.track.id) return
    if (mended.type === 'offline') return this.#wait()
    this.#player.setWaiting(false)
    if (mended.type === 'mended') return this.#player.reload(mended.queue)
    if (mended.type !== 'refused') this.#ports.reportFailed(item, mended.type)
    if (mended.type === 'unplayable') this.#player.pass()
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

/** Short waits first, then every five seconds for ten minutes. */
const waitsMs: readonly number[] = [500, 1_000, 2_000, 3_000, ...new Array<number>(120).fill(5_000)]

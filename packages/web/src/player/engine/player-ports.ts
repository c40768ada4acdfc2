/** Declares what the player plays, its state, and the ports it depends on. */
import type { Chapter } from './chapters.rules.ts'
import type { MediaActions, Sound, SoundEvents } from './page-ports.ts'
import type { Queue } from './queue.rules.ts'
import type { RecoveryPorts } from './recovery.ts'

export interface Playable {
  readonly workId: string
  readonly track: {
    readonly id: string
    readonly url: string
    readonly duration: number | null
    readonly chapters?: readonly Chapter[] | undefined
  }
}

/** Repeat modes: `all` repeats the queue, `one` repeats the track. */
export const repeats = ['off', 'all', 'one'] as const
export type Repeat = (typeof repeats)[number]

export interface PlayerState<Item> {
  readonly queue: Queue<Item>
  readonly playing: boolean
  /** Playback is wanted, but waits for the network. */
  readonly waiting: boolean
  /** Seconds. */
  readonly time: number
  /** Seconds; 0 until known. */
  readonly duration: number
  readonly speed: number
  readonly repeat: Repeat
}

/** The state that was saved when the player was last used. */
interface SavedQueue<Item> {
  readonly queue: Queue<Item>
  readonly time: number
}

export interface PlayerPorts<Item> extends RecoveryPorts<Item> {
  /** Called once, when playback is first requested: browsers allow audio only after a user gesture. */
  readonly makeSound: (events: SoundEvents) => Sound
  /** Returns the URL to play: the signed link, or the offline copy on this device. */
  readonly addressOf: (item: Item) => string
  /** Milliseconds of any clock. */
  readonly now: () => number
  /** Returns the gain factor that normalizes the loudness of the work. */
  readonly levelOf: (item: Item) => number
  /** Returns how many seconds to rewind when playback resumes after a pause. */
  readonly rewindAfter: (pausedMs: number) => number
  readonly media: {
    readonly offer: (actions: MediaActions) => void
    readonly describe: (item: Item) => void
    readonly reportPosition: (time: number, duration: number, speed: number) => void
  }
  readonly memory: {
    readonly recallQueue: () => SavedQueue<Item>
    readonly rememberQueue: (queue: Queue<Item>, time: number) => void
    readonly recallSpeed: (workId: string) => number
    readonly rememberSpeed: (workId: string, speed: number) => void
    readonly recallRepeat: () => Repeat
    readonly rememberRepeat: (repeat: Repeat) => void
  }
  readonly progress: ProgressPort<Item>
  /**
   * Looks for a newer position of another device before playback continues, and passes it to `adopt`. Returns undefined if
   * there is nothing to wait for; never rejects.
   */
  readonly catchUp: () => Promise<void> | undefined
  readonly publish: (state: PlayerState<Item>) => void
}

/** Receives playback events; times are seconds into the track. */
export interface ProgressPort<Item> {
  /** The user chose this position. */
  readonly chose: (item: Item, time: number) => void
  /** The track plays and has reached this time. */
  readonly sounds: (item: Item, time: number) => void
  readonly stopped: (item: Item, time: number) => void
  readonly ended: (item: Item, time: number, isLast: boolean) => void
}

/** Observes playback, and may prevent the next track from starting. A companion is loaded with the screen that needs it. */
export interface Companion {
  readonly onTime: () => void
  readonly onPlaying: (playing: boolean) => void
  /** Returns whether playback stops after the current track. */
  readonly silencesNext: () => boolean
  readonly onEnded: () => void
}

export interface StartPosition {
  /** Seconds into the track. */
  readonly at: number
  /** Whether it resumes at a saved position that the user did not choose now. */
  readonly isResumed: boolean
}

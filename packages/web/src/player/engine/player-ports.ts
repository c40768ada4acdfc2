/** Declares what the player plays, what it is, and what it needs of the world. */
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

/** The choices after the last track, or after each: the queue once more, the track once more, or nothing. */
export const repeats = ['off', 'all', 'one'] as const
export type Repeat = (typeof repeats)[number]

export interface PlayerState<Item> {
  readonly queue: Queue<Item>
  readonly playing: boolean
  /** It would play, and waits for the network. */
  readonly waiting: boolean
  /** Seconds. */
  readonly time: number
  /** Seconds; 0 until known. */
  readonly duration: number
  readonly speed: number
  readonly repeat: Repeat
}

/** The state of a player when it was left. */
interface Remembered<Item> {
  readonly queue: Queue<Item>
  readonly time: number
}

export interface PlayerPorts<Item> extends RecoveryPorts<Item> {
  /** Called once, with the first sound that is wanted: browsers allow one only after a click. */
  readonly makeSound: (events: SoundEvents) => Sound
  /** Returns from where it is played: by its link, or from this device where it is kept. */
  readonly addressOf: (item: Item) => string
  /** Milliseconds, of any clock. */
  readonly now: () => number
  /** Returns what the work is multiplied by to be as loud as others. */
  readonly levelOf: (item: Item) => number
  /** Seconds to go back for one who comes back after a pause. */
  readonly rewindAfter: (pausedMs: number) => number
  readonly media: {
    readonly offer: (actions: MediaActions) => void
    readonly describe: (item: Item) => void
    readonly reportPosition: (time: number, duration: number, speed: number) => void
  }
  readonly memory: {
    readonly recallQueue: () => Remembered<Item>
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

/** Hears what becomes of the sound; times are seconds into the track. */
export interface ProgressPort<Item> {
  /** The listener wants to be there. */
  readonly chose: (item: Item, time: number) => void
  /** It plays, and has come to this time. */
  readonly sounds: (item: Item, time: number) => void
  readonly stopped: (item: Item, time: number) => void
  readonly ended: (item: Item, time: number, isLast: boolean) => void
}

/** Listens along, and may decide what follows. A companion comes with the screen that needs it. */
export interface Companion {
  readonly onTime: () => void
  readonly onPlaying: (playing: boolean) => void
  /** Returns whether what follows the track that plays stays silent. */
  readonly silencesNext: () => boolean
  readonly onEnded: () => void
}

/** The beginning of a queue. */
export interface Beginning {
  /** Seconds into the track. */
  readonly at: number
  /** Whether it goes on from where it was left, which nobody chose now. */
  readonly isResumed: boolean
}

/**
 * The player as a state machine: what people do and what the sound reports goes in, orders to its ports come out. It
 * knows neither a browser nor React.
 */
import type { MediaActions, Sound, SoundEvents } from './page-ports.ts'
import { currentOf, emptyQueue, jumped, type Queue, queueFrom, stepped, withoutAt } from './queue.rules.ts'

export interface Playable {
  readonly workId: string
  readonly track: { readonly id: string; readonly url: string; readonly duration: number | null }
}

export interface PlayerState<Item> {
  readonly queue: Queue<Item>
  readonly playing: boolean
  /** Seconds. */
  readonly time: number
  /** Seconds; 0 until known. */
  readonly duration: number
  readonly speed: number
}

export interface PlayerPorts<Item> {
  /** Called once, with the first sound that is wanted: browsers allow one only after a click. */
  readonly makeSound: (events: SoundEvents) => Sound
  /** The same queue with new links; undefined if there is no response, or nobody may listen any more. */
  readonly renewLinks: (queue: Queue<Item>, workId: string) => Promise<Queue<Item> | undefined>
  readonly media: {
    readonly offer: (actions: MediaActions) => void
    readonly describe: (item: Item) => void
    readonly place: (time: number, duration: number, speed: number) => void
  }
  readonly memory: {
    readonly recallQueue: () => { readonly queue: Queue<Item>; readonly time: number }
    readonly rememberQueue: (queue: Queue<Item>, time: number) => void
    readonly recallSpeed: (workId: string) => number
    readonly rememberSpeed: (workId: string, speed: number) => void
  }
  readonly progress: ProgressPort<Item>
  /** Reports a track that cannot be heard, whatever its link. */
  readonly reportFailed: (item: Item) => void
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

/** Where a queue begins. */
export interface Beginning {
  /** Seconds into the track. */
  readonly at: number
  /** Whether it goes on from where it was left, which nobody chose now. */
  readonly isResumed: boolean
}

const rememberEverySeconds = 5
/** One step back leads to the previous track before that time, as in every player. */
const startSeconds = 3

export class Player<Item extends Playable> {
  readonly #ports: PlayerPorts<Item>
  #state: PlayerState<Item>
  #made: Sound | undefined
  #loadedTrack: string | undefined
  /** The track whose link was already renewed: a second failure is the file's own. */
  #renewedTrack: string | undefined

  constructor(ports: PlayerPorts<Item>) {
    this.#ports = ports
    const { queue, time } = ports.memory.recallQueue()
    const item = currentOf(queue)
    const speed = item ? ports.memory.recallSpeed(item.workId) : 1
    this.#state = { queue, time, playing: false, duration: item?.track.duration ?? 0, speed }
  }

  get state(): PlayerState<Item> {
    return this.#state
  }

  playTracks(items: readonly Item[], index: number, from?: Beginning): void {
    const queue = queueFrom(items, index)
    if (from?.isResumed) this.#load(queue, { at: from.at, play: true })
    else this.#start(queue, from?.at)
  }

  jumpTo(index: number): void {
    this.#start(jumped(this.#state.queue, index))
  }

  removeAt(index: number): void {
    const { queue, playing } = this.#state
    const after = withoutAt(queue, index)
    if (after.items.length === 0) this.clearQueue()
    else if (index === queue.index) this.#load(after, { at: 0, play: playing })
    else this.#set({ queue: after })
    this.remember()
  }

  clearQueue(): void {
    const { queue, time } = this.#state
    const item = currentOf(queue)
    if (item) this.#ports.progress.stopped(item, time)
    this.#sound().unload()
    this.#set({ queue: emptyQueue, playing: false, time: 0, duration: 0 })
    this.remember()
  }

  togglePlay(): void {
    if (this.#state.playing) this.#pause()
    else this.#play()
  }

  seekTo(time: number): void {
    const { queue, duration, playing } = this.#state
    const at = Math.max(0, Math.min(time, duration || time))
    this.#set({ time: at })
    const item = currentOf(queue)
    if (item) this.#ports.progress.chose(item, at)
    if (this.#loadedTrack === item?.track.id) this.#sound().seek(at)
    else this.#load(queue, { at, play: playing })
  }

  skip(seconds: number): void {
    this.seekTo(this.#state.time + seconds)
  }

  nextTrack(): void {
    const next = stepped(this.#state.queue, 1)
    if (next) this.#start(next)
  }

  /** Early in a track the one before it, later its own beginning. */
  previousTrack(): void {
    const { queue, time } = this.#state
    const previous = time > startSeconds ? undefined : stepped(queue, -1)
    if (previous) this.#start(previous)
    else this.seekTo(0)
  }

  changeSpeed(speed: number): void {
    const item = currentOf(this.#state.queue)
    this.#set({ speed })
    this.#sound().setSpeed(speed)
    if (item) this.#ports.memory.rememberSpeed(item.workId, speed)
  }

  remember(): void {
    const { queue, time } = this.#state
    this.#ports.memory.rememberQueue(queue, time)
  }

  #set(change: Partial<PlayerState<Item>>): void {
    this.#state = { ...this.#state, ...change }
    this.#ports.publish(this.#state)
  }

  #play(): void {
    const { queue, time } = this.#state
    if (this.#loadedTrack !== currentOf(queue)?.track.id) this.#load(queue, { at: time, play: true })
    else this.#sound().play()
  }

  #pause(): void {
    this.#sound().pause()
  }

  #start(queue: Queue<Item>, at = 0): void {
    const item = currentOf(queue)
    if (item) this.#ports.progress.chose(item, at)
    this.#load(queue, { at, play: true })
  }

  #load(queue: Queue<Item>, { at, play }: { at: number; play: boolean }): void {
    const item = currentOf(queue)
    if (!item) return
    const speed = this.#ports.memory.recallSpeed(item.workId)
    this.#set({ queue, time: at, duration: item.track.duration ?? 0, speed })
    this.#loadedTrack = item.track.id
    this.#sound().setSpeed(speed)
    this.#sound().load(item.track.url, at)
    if (play) this.#sound().play()
    this.#ports.media.describe(item)
    this.remember()
  }

  #sound(): Sound {
    this.#made ??= this.#makeSound()
    return this.#made
  }

  #makeSound(): Sound {
    this.#ports.media.offer({
      play: () => this.#play(),
      pause: () => this.#pause(),
      next: () => this.nextTrack(),
      previous: () => this.previousTrack(),
      skip: (seconds) => this.skip(seconds),
      seek: (time) => this.seekTo(time),
    })
    return this.#ports.makeSound({
      onTime: (time, duration) => this.#onTime(time, duration),
      onPlaying: (playing) => this.#onPlaying(playing),
      onEnded: () => this.#onEnded(),
      onFailed: () => void this.#recover(),
    })
  }

  #onPlaying(playing: boolean): void {
    const { queue, time } = this.#state
    const item = currentOf(queue)
    if (item && !playing) this.#ports.progress.stopped(item, time)
    this.#set({ playing })
    this.remember()
  }

  #onEnded(): void {
    const { queue, duration } = this.#state
    const item = currentOf(queue)
    const next = stepped(queue, 1)
    if (item) this.#ports.progress.ended(item, duration, next === undefined)
    if (next) this.#load(next, { at: 0, play: true })
  }

  #onTime(time: number, duration: number): void {
    const before = this.#state
    const item = currentOf(before.queue)
    if (item && before.playing) this.#ports.progress.sounds(item, time)
    this.#set({ time, duration: duration || before.duration })
    this.#ports.media.place(time, duration, before.speed)
    // It sounds: should its link end once more, it may be renewed once more.
    if (time > before.time && before.playing) this.#renewedTrack = undefined
    if (Math.floor(time / rememberEverySeconds) !== Math.floor(before.time / rememberEverySeconds))
      this.remember()
  }

  /**
   * Links are short-lived: ask for a new one and go on where it stopped. A track that fails all the same is skipped;
   * without a response nothing is, since the next one would fail too.
   */
  async #recover(): Promise<void> {
    const { queue, time, playing } = this.#state
    const item = currentOf(queue)
    if (!item) return
    if (this.#renewedTrack === item.track.id) {
      this.#ports.reportFailed(item)
      if (stepped(queue, 1)) this.nextTrack()
      else this.#stop()
      return
    }
    this.#renewedTrack = item.track.id
    const renewed = await this.#ports.renewLinks(queue, item.workId)
    if (currentOf(this.#state.queue)?.track.id !== item.track.id) return
    if (renewed) this.#load(renewed, { at: time, play: playing })
    else this.#stop()
  }

  /** Forgets the link, so that the next press of play begins with a new one. */
  #stop(): void {
    this.#loadedTrack = undefined
    this.#renewedTrack = undefined
    this.#pause()
    this.#set({ playing: false })
  }
}

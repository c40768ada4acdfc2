/** The player as a state machine: commands and events go in, calls to its ports come out. Independent of the browser and of React. */
import { Companions } from './companions.ts'
import { GainStage } from './gain-stage.ts'
import { loadedState, rewoundTime } from './loaded-state.ts'
import { mediaActionsOf } from './media-actions.ts'
import type { Sound } from './page-ports.ts'
import type { Companion, Playable, PlayerPorts, PlayerState, Repeat, StartPosition } from './player-ports.ts'
import { PositionCheck } from './position-check.ts'
import {
  currentOf,
  emptyQueue,
  type Queue,
  queueAfterEnd,
  queueFrom,
  withIndex,
  withoutAt,
  withStep,
} from './queue.rules.ts'
import { Recovery } from './recovery.ts'

const rememberEverySeconds = 5
/** A step back reaches the previous track only within this time of the track start, as in other players. */
const startSeconds = 3
/** The next track is preloaded this long before the current one ends. */
const prepareSeconds = 30

export class Player<Item extends Playable> {
  readonly #ports: PlayerPorts<Item>
  readonly #companions = new Companions()
  readonly #recovery: Recovery<Item>
  readonly gains = new GainStage((volume) => this.#made?.setVolume(volume))
  #state: PlayerState<Item>
  #made: Sound | undefined
  #loadedTrack: string | undefined
  #pausedAt: number | undefined
  readonly #check: PositionCheck

  constructor(ports: PlayerPorts<Item>) {
    this.#ports = ports
    this.#state = loadedState(this.#ports.memory, this.#ports.memory.recallQueue())
    this.#check = new PositionCheck(ports.catchUp, (waiting) => this.#set({ waiting }))
    this.#recovery = new Recovery(ports, {
      now: () => this.#state,
      reload: (queue) => this.#load(queue, { at: this.#state.time, play: this.#state.playing }),
      pass: () => this.#pass(),
      stop: () => this.#stop(),
      setWaiting: (waiting) => this.#state.waiting !== waiting && this.#set({ waiting }),
    })
  }

  get state(): PlayerState<Item> {
    return this.#state
  }

  join(companion: Companion): void {
    this.#companions.join(companion)
  }

  playTracks(items: readonly Item[], index: number, from?: StartPosition): void {
    const queue = queueFrom(items, index)
    if (from?.isResumed) this.#load(queue, { at: from.at, play: true })
    else this.#start(queue, from?.at)
  }

  jumpTo(index: number): void {
    this.#start(withIndex(this.#state.queue, index))
  }

  removeAt(index: number): void {
    const { queue, playing } = this.#state
    const after = withoutAt(queue, index)
    if (after.items.length === 0) this.clearQueue()
    else if (index === queue.index) this.#load(after, { at: 0, play: playing })
    else this.#set({ queue: after })
    this.remember()
  }

  /** Replaces the queue. Playback continues if the current track is the same in both queues. */
  setQueue(queue: Queue<Item>): void {
    const [before, after] = [currentOf(this.#state.queue), currentOf(queue)]
    if (!after) this.clearQueue()
    else if (before?.track.id === after.track.id) this.#set({ queue })
    else this.#load(queue, { at: 0, play: this.#state.playing })
    this.remember()
  }

  clearQueue(): void {
    const { queue, time } = this.#state
    const item = currentOf(queue)
    if (item) this.#ports.progress.stopped(item, time)
    this.#loadedTrack = undefined
    this.#recovery.forget()
    this.#made?.unload()
    this.#set({ queue: emptyQueue, playing: false, waiting: false, time: 0, duration: 0 })
    this.remember()
  }

  /** Restores the state that another tab saved. */
  recall(): void {
    this.#loadedTrack = undefined
    this.#set(loadedState(this.#ports.memory, this.#ports.memory.recallQueue()))
  }

  togglePlay(): void {
    if (this.#state.playing || this.#check.isRunning) this.pause()
    else this.play()
  }

  play(): void {
    this.#check.run(() => this.#resume())
  }

  /** Adopts the position of another device, unless this device plays or the user already chose a position here. */
  adopt(queue: Queue<Item>, time: number): void {
    if (this.#state.playing || this.#check.isChosen) return
    this.#loadedTrack = undefined
    this.#pausedAt = undefined
    this.#set(loadedState(this.#ports.memory, { queue, time }))
    this.remember()
  }

  #resume(): void {
    const { queue, time } = this.#state
    const at = this.#rewound()
    if (this.#loadedTrack !== currentOf(queue)?.track.id) {
      this.#load(queue, { at, play: true })
      return
    }
    if (at < time) this.goTo(at)
    this.#sound().play()
  }

  pause(): void {
    this.#check.end()
    this.#made?.pause()
  }

  seekTo(time: number): void {
    const { queue, duration } = this.#state
    const at = Math.max(0, Math.min(time, duration || time))
    const item = currentOf(queue)
    if (item) this.#ports.progress.chose(item, at)
    this.#pausedAt = undefined
    this.goTo(at)
    this.#check.isChosen = !this.#state.playing
  }

  /** Seeks without reporting it as a choice of the user. */
  goTo(time: number): void {
    const { queue, playing } = this.#state
    this.#set({ time })
    if (this.#loadedTrack === currentOf(queue)?.track.id) this.#sound().seek(time)
    else this.#load(queue, { at: time, play: playing })
  }

  skip(seconds: number): void {
    this.seekTo(this.#state.time + seconds)
  }

  nextTrack(): void {
    const { queue, repeat } = this.#state
    const next = withStep(queue, 1) ?? (repeat === 'all' ? withIndex(queue, 0) : undefined)
    if (next) this.#start(next)
  }

  /** Goes to the previous track at the start of a track; later, to the start of the track. */
  previousTrack(): void {
    const { queue, time } = this.#state
    const previous = time > startSeconds ? undefined : withStep(queue, -1)
    if (previous) this.#start(previous)
    else this.seekTo(0)
  }

  changeSpeed(speed: number): void {
    const item = currentOf(this.#state.queue)
    this.#set({ speed })
    this.#sound().setSpeed(speed)
    if (item) this.#ports.memory.rememberSpeed(item.workId, speed)
  }

  changeRepeat(repeat: Repeat): void {
    this.#set({ repeat })
    this.#ports.memory.rememberRepeat(repeat)
  }

  /** Call it when the browser reports that the network is back. */
  retry(): void {
    this.#recovery.retry()
  }

  remember(): void {
    const { queue, time } = this.#state
    this.#ports.memory.rememberQueue(queue, time)
  }

  #set(change: Partial<PlayerState<Item>>): void {
    this.#state = { ...this.#state, ...change }
    this.#ports.publish(this.#state)
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
    this.#pausedAt = undefined
    this.#check.isChosen = false
    this.#check.end()
    this.#sound().setSpeed(speed)
    this.gains.set({ level: this.#ports.levelOf(item) })
    this.#sound().load(this.#ports.addressOf(item), at)
    if (play) this.#sound().play()
    this.#ports.media.describe(item)
    this.remember()
  }

  #rewound(): number {
    if (this.#pausedAt === undefined) return this.#state.time
    return rewoundTime(this.#state, this.#ports.rewindAfter(this.#ports.now() - this.#pausedAt))
  }

  #sound(): Sound {
    this.#made ??= this.#makeSound()
    return this.#made
  }

  #makeSound(): Sound {
    this.#ports.media.offer(mediaActionsOf(this))
    return this.#ports.makeSound({
      onTime: (time, duration) => this.#onTime(time, duration),
      onPlaying: (playing) => this.#onPlaying(playing),
      onEnded: () => this.#onEnded(),
      mayFollow: () => !this.#companions.silencesNext(),
      onFailed: () => void this.#recovery.failed(),
    })
  }

  #onPlaying(playing: boolean): void {
    const { queue, time } = this.#state
    const item = currentOf(queue)
    if (item && !playing) this.#ports.progress.stopped(item, time)
    this.#pausedAt = playing ? undefined : this.#ports.now()
    if (playing) this.#check.isChosen = false
    this.#set(playing ? { playing } : { playing, waiting: false })
    this.#companions.onPlaying(playing)
    this.remember()
  }

  #onEnded(): void {
    const { queue, duration, repeat } = this.#state
    const [item, next] = [currentOf(queue), queueAfterEnd(queue, repeat)]
    const isSilent = this.#companions.silencesNext()
    this.#companions.onEnded()
    if (item) this.#ports.progress.ended(item, duration, next === undefined)
    if (next) this.#load(next, { at: 0, play: !isSilent })
  }

  #onTime(time: number, duration: number): void {
    const before = this.#state
    const item = currentOf(before.queue)
    if (item && before.playing) this.#ports.progress.sounds(item, time)
    this.#set({ time, duration: duration || before.duration })
    this.#ports.media.reportPosition(time, duration, before.speed)
    if (time > before.time && before.playing) this.#recovery.sounded()
    if (duration > 0 && duration - time < prepareSeconds) this.#prepare()
    this.#companions.onTime()
    if (Math.floor(time / rememberEverySeconds) !== Math.floor(before.time / rememberEverySeconds))
      this.remember()
  }

  #prepare(): void {
    const item = currentOf(queueAfterEnd(this.#state.queue, this.#state.repeat) ?? emptyQueue)
    // Without a next item, this drops a track that was preloaded before.
    this.#made?.prepare(item ? this.#ports.addressOf(item) : '')
  }

  /** Skips a track that cannot be played. Stops after the last track. */
  #pass(): void {
    const next = withStep(this.#state.queue, 1)
    if (next) this.#start(next)
    else this.#stop()
  }

  /** Forgets the loaded track, so that the next press of play loads it again. */
  #stop(): void {
    this.#loadedTrack = undefined
    this.#recovery.forget()
    this.pause()
    this.#set({ playing: false, waiting: false })
  }
}

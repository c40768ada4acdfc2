/**
 * The sleep timer. It counts on the clock of the room, and only while something sounds; its last minute fades. It knows
 * neither a browser nor React.
 */
import { chapterEnd } from './chapters.rules.ts'
import type { Companion, Playable, PlayerState } from './player-ports.ts'
import { currentOf } from './queue.rules.ts'
import { isInLastMinute, lastSeconds } from './sleep.rules.ts'

export type SleepUntil =
  | { readonly is: 'minutes'; readonly minutes: number }
  | { readonly is: 'chapter' }
  /** The end of the track that plays, or of one after it. */
  | { readonly is: 'tracks'; readonly count: number }
  /** The end of the last track of the work that plays, as they follow each other in the queue. */
  | { readonly is: 'work' }

export interface SleepState {
  readonly until: SleepUntil
  /** Seconds; null where a length on the way is not known. */
  readonly left: number | null
  /** It has ended just now: a press of play begins it again. */
  readonly isOver: boolean
}

export interface SleepPorts {
  /** Milliseconds, of any clock. */
  readonly now: () => number
  readonly later: (ms: number, act: () => void) => () => void
  readonly player: () => PlayerState<Playable>
  readonly pause: () => void
  readonly play: () => void
  /** Sets the fade from 0 to 1. */
  readonly setFade: (fade: number) => void
  readonly rewind: (seconds: number) => void
  /** Returns the timer that begins by itself at this hour, if one does. */
  readonly automatic: () => SleepUntil | undefined
  readonly publish: (state: SleepState | undefined) => void
}

const quietest = 0.1
export const graceMs = 120_000
/** What is left of a chapter may be so little that the next one is meant. */
const shortestSeconds = 10
const stepSeconds = 300
const shortestLeft = 60
/** Whoever is still awake in the last minute gets as much more. */
const awakeSeconds = 600
/** A timer that began by itself finds a listener asleep: what they missed is heard again. */
const rewindSeconds = 300

export class SleepTimer implements Companion {
  readonly #ports: SleepPorts
  #until: SleepUntil | undefined
  #left: number | null = null
  #isOver = false
  #tickedAt: number | undefined
  /** The end that a chapter is heard to. */
  #end: { readonly trackId: string; readonly at: number } | undefined
  #cancelGrace: (() => void) | undefined
  #isAutomatic = false
  #rewinds = false
  /** Somebody stopped it: it does not begin by itself again before the next page. */
  #isDeclined = false

  constructor(ports: SleepPorts) {
    this.#ports = ports
  }

  start(until: SleepUntil): void {
    this.#begin(until, false)
  }

  stop(): void {
    this.#isDeclined = true
    this.#end = undefined
    this.#clear()
  }

  /** Five minutes, a chapter or a track more or less: of a work, too. */
  extend(by: 1 | -1): void {
    const until = this.#until
    if (!until) return
    if (this.#isOver) {
      if (by === 1) this.#ports.play()
      return
    }
    if (until.is === 'minutes') {
      this.#left = Math.max(shortestLeft, (this.#left ?? 0) + by * stepSeconds)
    } else if (until.is === 'chapter') this.#end = this.#chapterFrom(this.#end?.at, by)
    else this.#until = { is: 'tracks', count: Math.max(1, (this.#tracksLeft() ?? 0) + by) }
    this.#show()
  }

  /** Somebody is awake: in the last minute that is ten more. */
  stayAwake(): void {
    const { playing } = this.#ports.player()
    if (!isInLastMinute({ sleep: this.#state(), playing })) return
    this.#left = (this.#left ?? 0) + awakeSeconds
    this.#show()
  }

  onTime(): void {
    const { now, player } = this.#ports
    const before = this.#tickedAt
    this.#tickedAt = player().playing ? now() : undefined
    if (!this.#until || this.#isOver || !player().playing) return
    if (this.#until.is === 'minutes' && before !== undefined) {
      this.#left = (this.#left ?? 0) - (now() - before) / 1000
    }
    this.#show()
    if (this.#tracksLeft() === undefined && this.#left !== null && this.#left <= 0) this.#fire()
  }

  onPlaying(playing: boolean): void {
    this.#tickedAt = playing ? this.#ports.now() : undefined
    if (!playing) return
    if (this.#isOver && this.#until) {
      this.#begin(this.#until, this.#isAutomatic)
      return
    }
    if (this.#rewinds) {
      this.#rewinds = false
      this.#ports.rewind(rewindSeconds)
    }
    const automatic = this.#until || this.#isDeclined ? undefined : this.#ports.automatic()
    if (automatic) this.#begin(automatic, true)
  }

  silencesNext(): boolean {
    const until = this.#until
    if (!until || this.#isOver || until.is === 'minutes') return false
    return until.is === 'chapter' || this.#tracksLeft() === 1
  }

  onEnded(): void {
    const until = this.#until
    if (this.silencesNext()) this.#fire()
    else if (until?.is === 'tracks' && !this.#isOver) {
      this.#until = { is: 'tracks', count: until.count - 1 }
    }
  }

  #begin(until: SleepUntil, isAutomatic: boolean): void {
    this.#cancelGrace?.()
    this.#isAutomatic = isAutomatic
    this.#rewinds = false
    this.#until = until
    this.#isOver = false
    this.#left = until.is === 'minutes' ? until.minutes * 60 : null
    this.#end = until.is === 'chapter' ? this.#chapterFrom(undefined, 1) : undefined
    this.#tickedAt = this.#ports.player().playing ? this.#ports.now() : undefined
    this.#show()
  }

  #fire(): void {
    const { pause, setFade, later } = this.#ports
    this.#isOver = true
    this.#rewinds = this.#isAutomatic
    pause()
    setFade(1)
    this.#cancelGrace = later(graceMs, () => this.#clear())
    this.#publish()
  }

  #clear(): void {
    this.#cancelGrace?.()
    this.#until = undefined
    this.#isOver = false
    this.#ports.setFade(1)
    this.#ports.publish(undefined)
  }

  /** Counts anew what is left, and makes the sound as loud as that. */
  #show(): void {
    const until = this.#until
    if (!until) return
    if (until.is === 'chapter') this.#left = this.#leftOfChapter()
    const tracks = this.#tracksLeft()
    if (tracks !== undefined) this.#left = leftOfTracks(this.#ports.player(), tracks)
    this.#ports.setFade(volumeAt(this.#left))
    this.#publish()
  }

  #publish(): void {
    this.#ports.publish(this.#state())
  }

  #state(): SleepState | undefined {
    const [until, left, isOver] = [this.#until, this.#left, this.#isOver]
    return until && { until, left: left === null ? null : Math.max(0, left), isOver }
  }

  /** Returns at the end of how many tracks it is silent, the one that plays among them; undefined where something else ends it. */
  #tracksLeft(): number | undefined {
    if (this.#until?.is === 'work') return tracksOfWork(this.#ports.player())
    return this.#until?.is === 'tracks' ? this.#until.count : undefined
  }

  #leftOfChapter(): number {
    const { queue, time, speed } = this.#ports.player()
    const track = currentOf(queue)?.track
    // Somebody went elsewhere: the chapter that is heard there is meant.
    const isElsewhere = this.#end?.trackId !== track?.id || time > (this.#end?.at ?? 0) + 2
    if (isElsewhere) this.#end = this.#chapterFrom(undefined, 1)
    return ((this.#end?.at ?? 0) - time) / speed
  }

  /** Returns the end of the chapter that plays, or of the one after or before that which ends at `from`. */
  #chapterFrom(from: number | undefined, by: 1 | -1) {
    const { queue, time, duration, speed } = this.#ports.player()
    const track = currentOf(queue)?.track
    if (!track) return undefined
    const chapters = track.chapters ?? []
    const ends = [...chapters.slice(1).map(({ start }) => start), duration]
    const soonest = chapterEnd(chapters, time + shortestSeconds * speed, duration)
    if (from === undefined) return { trackId: track.id, at: soonest }
    const other = by === 1 ? ends.find((end) => end > from) : ends.findLast((end) => end < from)
    return { trackId: track.id, at: Math.max(soonest, other ?? from) }
  }
}

/** Returns how many tracks of the work that plays follow each other from the current one on. */
function tracksOfWork({ queue }: PlayerState<Playable>): number {
  const next = queue.items.slice(queue.index)
  const others = next.findIndex(({ workId }) => workId !== next[0]?.workId)
  return others < 0 ? next.length : others
}

/** Returns seconds of the room until so many tracks have ended; null where a length is not known. */
function leftOfTracks({ queue, time, duration, speed }: PlayerState<Playable>, count: number): number | null {
  const after = queue.items.slice(queue.index + 1, queue.index + count)
  const lengths = after.flatMap(({ track }) => track.duration ?? [])
  if (duration <= 0 || lengths.length < after.length) return null
  return (duration - time + lengths.reduce((sum, one) => sum + one, 0)) / speed
}

const volumeAt = (left: number | null): number =>
  left === null || left >= lastSeconds ? 1 : Math.max(quietest, left / lastSeconds)

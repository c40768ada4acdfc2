/**
 * The sleep timer. It counts real time, and only during playback; the volume fades in its last minute. Independent of the browser and of
 * React.
 */
import { chapterEnd } from './chapters.rules.ts'
import type { Companion, Playable, PlayerState } from './player-ports.ts'
import { currentOf } from './queue.rules.ts'
import { isInLastMinute, lastSeconds } from './sleep.rules.ts'

export type SleepUntil =
  | { readonly type: 'minutes'; readonly minutes: number }
  | { readonly type: 'chapter' }
  /** The end of the current track, or of a later one. */
  | { readonly type: 'tracks'; readonly count: number }
  /** The end of the last consecutive track of the current work in the queue. */
  | { readonly type: 'work' }

export interface SleepState {
  readonly until: SleepUntil
  /** Seconds of real time; null if the duration of a track is unknown. */
  readonly left: number | null
  /** The timer has just ended: pressing play restarts it. */
  readonly isOver: boolean
}

export interface SleepPorts {
  /** Milliseconds of any clock. */
  readonly now: () => number
  readonly later: (ms: number, act: () => void) => () => void
  readonly player: () => PlayerState<Playable>
  readonly pause: () => void
  readonly play: () => void
  /** Sets the fade factor from 0 to 1. */
  readonly setFade: (fade: number) => void
  readonly rewind: (seconds: number) => void
  /** Returns the timer that starts by itself at the current time of day, if one is set. */
  readonly automatic: () => SleepUntil | undefined
  readonly publish: (state: SleepState | undefined) => void
}

const minFade = 0.1
export const graceMs = 120_000
/** If less than this is left of a chapter, the end of the next chapter is used. */
const minChapterSeconds = 10
const stepSeconds = 300
const minLeftSeconds = 60
/** Added if the listener reacts in the last minute. */
const extensionSeconds = 600
/** If an automatic timer ended, the listener is probably asleep: this much is replayed later. */
const rewindSeconds = 300

export class SleepTimer implements Companion {
  readonly #ports: SleepPorts
  #until: SleepUntil | undefined
  #left: number | null = null
  #isOver = false
  #tickedAt: number | undefined
  /** The end of the chapter at which playback stops. */
  #end: { readonly trackId: string; readonly at: number } | undefined
  #cancelGrace: (() => void) | undefined
  #isAutomatic = false
  #rewinds = false
  /** The user stopped it: it does not start by itself again until the page is reloaded. */
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

  /** Extends or shortens the timer by five minutes, a chapter or a track; for a whole work too. */
  extend(by: 1 | -1): void {
    const until = this.#until
    if (!until) return
    if (this.#isOver) {
      if (by === 1) this.#ports.play()
      return
    }
    if (until.type === 'minutes') {
      this.#left = Math.max(minLeftSeconds, (this.#left ?? 0) + by * stepSeconds)
    } else if (until.type === 'chapter') this.#end = this.#chapterFrom(this.#end?.at, by)
    else this.#until = { type: 'tracks', count: Math.max(1, (this.#tracksLeft() ?? 0) + by) }
    this.#show()
  }

  /** Extends the timer by ten minutes if it is in its last minute, since the listener reacted. */
  stayAwake(): void {
    const { playing } = this.#ports.player()
    if (!isInLastMinute({ sleep: this.#state(), playing })) return
    this.#left = (this.#left ?? 0) + extensionSeconds
    this.#show()
  }

  onTime(): void {
    const { now, player } = this.#ports
    const before = this.#tickedAt
    this.#tickedAt = player().playing ? now() : undefined
    if (!this.#until || this.#isOver || !player().playing) return
    if (this.#until.type === 'minutes' && before !== undefined) {
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
    if (!until || this.#isOver || until.type === 'minutes') return false
    return until.type === 'chapter' || this.#tracksLeft() === 1
  }

  onEnded(): void {
    const until = this.#until
    if (this.silencesNext()) this.#fire()
    else if (until?.type === 'tracks' && !this.#isOver) {
      this.#until = { type: 'tracks', count: until.count - 1 }
    }
  }

  #begin(until: SleepUntil, isAutomatic: boolean): void {
    this.#cancelGrace?.()
    this.#isAutomatic = isAutomatic
    this.#rewinds = false
    this.#until = until
    this.#isOver = false
    this.#left = until.type === 'minutes' ? until.minutes * 60 : null
    this.#end = until.type === 'chapter' ? this.#chapterFrom(undefined, 1) : undefined
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

  /** Recomputes the remaining time and sets the fade. */
  #show(): void {
    const until = this.#until
    if (!until) return
    if (until.type === 'chapter') this.#left = this.#leftOfChapter()
    const tracks = this.#tracksLeft()
    if (tracks !== undefined) this.#left = leftOfTracks(this.#ports.player(), tracks)
    this.#ports.setFade(fadeAt(this.#left))
    this.#publish()
  }

  #publish(): void {
    this.#ports.publish(this.#state())
  }

  #state(): SleepState | undefined {
    const [until, left, isOver] = [this.#until, this.#left, this.#isOver]
    return until && { until, left: left === null ? null : Math.max(0, left), isOver }
  }

  /** Returns after how many tracks playback stops, including the current one; undefined for other kinds of timer. */
  #tracksLeft(): number | undefined {
    if (this.#until?.type === 'work') return tracksOfWork(this.#ports.player())
    return this.#until?.type === 'tracks' ? this.#until.count : undefined
  }

  #leftOfChapter(): number {
    const { queue, time, speed } = this.#ports.player()
    const track = currentOf(queue)?.track
    // The user seeked elsewhere: use the end of the chapter there.
    const isElsewhere = this.#end?.trackId !== track?.id || time > (this.#end?.at ?? 0) + 2
    if (isElsewhere) this.#end = this.#chapterFrom(undefined, 1)
    return ((this.#end?.at ?? 0) - time) / speed
  }

  /** Returns the end of the current chapter, or of the chapter after or before the one that ends at `from`. */
  #chapterFrom(from: number | undefined, by: 1 | -1) {
    const { queue, time, duration, speed } = this.#ports.player()
    const track = currentOf(queue)?.track
    if (!track) return undefined
    const chapters = track.chapters ?? []
    const ends = [...chapters.slice(1).map(({ start }) => start), duration]
    const soonest = chapterEnd(chapters, time + minChapterSeconds * speed, duration)
    if (from === undefined) return { trackId: track.id, at: soonest }
    const other = by === 1 ? ends.find((end) => end > from) : ends.findLast((end) => end < from)
    return { trackId: track.id, at: Math.max(soonest, other ?? from) }
  }
}

/** Returns the number of consecutive tracks of the current work, from the current one on. */
function tracksOfWork({ queue }: PlayerState<Playable>): number {
  const next = queue.items.slice(queue.index)
  const others = next.findIndex(({ workId }) => workId !== next[0]?.workId)
  return others < 0 ? next.length : others
}

/** Returns the real seconds until `count` tracks have ended; null if a duration is unknown. */
function leftOfTracks({ queue, time, duration, speed }: PlayerState<Playable>, count: number): number | null {
  const after = queue.items.slice(queue.index + 1, queue.index + count)
  const lengths = after.flatMap(({ track }) => track.duration ?? [])
  if (duration <= 0 || lengths.length < after.length) return null
  return (duration - time + lengths.reduce((sum, one) => sum + one, 0)) / speed
}

const fadeAt = (left: number | null): number =>
  left === null || left >= lastSeconds ? 1 : Math.max(minFade, left / lastSeconds)

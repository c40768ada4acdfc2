/** Detects that a listener fell asleep, and computes the positions they may want to return to. */
import { isBetween } from './rewind.rules.ts'

/** A position in a track, and the wall-clock time at which it was played. */
export interface PlayedPoint {
  readonly trackId: string
  /** Seconds into the track. */
  readonly at: number
  /** Milliseconds since the Unix epoch. */
  readonly ms: number
}

export interface SleepTrail {
  /** The position of the last user input. */
  readonly touched: PlayedPoint
  readonly heard: PlayedPoint
  /** The position at which the last sleep timer started. */
  readonly timer?: PlayedPoint | undefined
  /** Whether that timer stopped playback. */
  readonly isTimedOut: boolean
}

export interface ResumePoint {
  readonly to: 'touched' | 'timer'
  readonly point: PlayedPoint
}

const minute = 60_000
const hour = 60 * minute
/** A listener with input within this time counts as awake, or as not yet asleep. */
const awakeMs = 30 * minute
/** At night, playback without input for this long means that the listener is asleep. */
const asleepAfterMs = hour
/** No offer is made after this time: by then it is another evening. */
const offerExpiresMs = 20 * hour
/** Points closer together than this count as the same point. */
const samePointSeconds = 60
const [nightFrom, nightTo] = ['22:00', '09:00'] as const

/**
 * Returns the positions to offer, the latest first; empty if the listener was awake. `clockAt` returns the time of day, such as `23:30`.
 */
export function resumePointsAfterSleep(
  { touched, heard, timer, isTimedOut }: SleepTrail,
  nowMs: number,
  clockAt: (ms: number) => string,
): readonly ResumePoint[] {
  if (nowMs - touched.ms < awakeMs || nowMs - heard.ms > offerExpiresMs) return []
  const isLongNight =
    heard.ms - touched.ms >= asleepAfterMs && isBetween(clockAt(heard.ms), nightFrom, nightTo)
  if (!isTimedOut && !isLongNight) return []
  const ways: ResumePoint[] = isNear(touched, heard) ? [] : [{ to: 'touched', point: touched }]
  if (!timer || isNear(timer, heard) || isNear(timer, touched)) return ways
  return [...ways, { to: 'timer', point: timer }]
}

const isNear = (one: PlayedPoint, other: PlayedPoint): boolean =>
  one.trackId === other.trackId && Math.abs(one.at - other.at) < samePointSeconds

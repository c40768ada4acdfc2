/** Detects that a listener fell asleep, and computes the positions they may want to return to. */
import { isBetween } from './rest.rules.ts'

/** A position in a track, and the wall-clock time at which it was played. */
export interface HeardPoint {
  readonly trackId: string
  /** Seconds into the track. */
  readonly at: number
  /** Milliseconds since the Unix epoch. */
  readonly ms: number
}

export interface SleepTrail {
  /** The position of the last user input. */
  readonly touched: HeardPoint
  readonly heard: HeardPoint
  /** The position at which the last sleep timer started. */
  readonly timer?: HeardPoint | undefined
  /** Whether that timer stopped playback. */
  readonly isTimedOut: boolean
}

export interface WayBack {
  readonly to: 'touched' | 'timer'
  readonly point: HeardPoint
}

const minute = 60_000
const hour = 60 * minute
/** A listener with input within this time counts as awake, or as not yet asleep. */
const awakeMs = 30 * minute
/** At night, playback without input for this long means that the listener is asleep. */
const longMs = hour
/** No offer is made after this time: by then it is another evening. */
const forgottenMs = 20 * hour
/** Points closer together than this count as the same point. */
const nearSeconds = 60
const [nightFrom, nightTo] = ['22:00', '09:00'] as const

/**
 * Returns the positions to offer, the latest first; empty if the listener was awake. `clockAt` returns the time of day, such as `23:30`.
 */
export function waysBack(
  { touched, heard, timer, isTimedOut }: SleepTrail,
  nowMs: number,
  clockAt: (ms: number) => string,
): readonly WayBack[] {
  if (nowMs - touched.ms < awakeMs || nowMs - heard.ms > forgottenMs) return []
  const isLongNight = heard.ms - touched.ms >= longMs && isBetween(clockAt(heard.ms), nightFrom, nightTo)
  if (!isTimedOut && !isLongNight) return []
  const ways: WayBack[] = isNear(touched, heard) ? [] : [{ to: 'touched', point: touched }]
  if (!timer || isNear(timer, heard) || isNear(timer, touched)) return ways
  return [...ways, { to: 'timer', point: timer }]
}

const isNear = (one: HeardPoint, other: HeardPoint): boolean =>
  one.trackId === other.trackId && Math.abs(one.at - other.at) < nearSeconds

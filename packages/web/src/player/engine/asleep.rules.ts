/** Whether a listener fell asleep, and where they may want to go back to. */
import { isBetween } from './rest.rules.ts'

/** A time of a track, and when it was heard by the clock on the wall. */
export interface HeardPoint {
  readonly trackId: string
  /** Seconds into the track. */
  readonly at: number
  /** Milliseconds since 1970. */
  readonly ms: number
}

export interface SleepTrail {
  /** The place at which the listener last did anything. */
  readonly touched: HeardPoint
  /** How far it has sounded. */
  readonly heard: HeardPoint
  /** The place at which the last timer began. */
  readonly timer?: HeardPoint | undefined
  /** Whether that timer ended the sound. */
  readonly isTimedOut: boolean
}

export interface WayBack {
  readonly to: 'touched' | 'timer'
  readonly point: HeardPoint
}

const minute = 60_000
const hour = 60 * minute
/** Whoever did something so lately was awake, or has only just lain down. */
const awakeMs = 30 * minute
/** So long nobody listens at night without a press. */
const longMs = hour
/** By then another evening has come. */
const forgottenMs = 20 * hour
/** Points that are nearer than this are one. */
const nearSeconds = 60
const [nightFrom, nightTo] = ['22:00', '09:00'] as const

/** Returns the latest first; none where the listener was awake. `clockAt` is the time of the day, as `23:30`. */
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

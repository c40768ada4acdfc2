/** Parses playback reports of apps leniently: invalid numbers are dropped, and long texts are truncated. */
import type { ReportKind } from '@koedana/contract/progress.ts'
import * as v from 'valibot'
import { libraryId, metadataOf, type ShownItem } from './item.rules.ts'
import { msOf } from './query.rules.ts'
import { chaptersOf } from './time-axis.rules.ts'

export interface Device {
  /** Undefined if the app sends no valid ID. */
  readonly id: string | undefined
  readonly name: string
  readonly player: string
}

const text = v.fallback(v.optional(v.string(), ''), '')
const Info = v.fallback(
  v.optional(v.object({ deviceId: text, id: text, clientName: text, deviceName: text, model: text }), {}),
  { deviceId: '', id: '', clientName: '', deviceName: '', model: '' },
)

export const PlayBody = v.fallback(v.object({ deviceInfo: Info, mediaPlayer: text }), {
  deviceInfo: { deviceId: '', id: '', clientName: '', deviceName: '', model: '' },
  mediaPlayer: '',
})

export function deviceOf({ deviceInfo, mediaPlayer }: v.InferOutput<typeof PlayBody>): Device {
  const { deviceId, id, clientName, deviceName, model } = deviceInfo
  const isId = (one: string) => /^[\w-]{8,64}$/.test(one)
  const names = [...new Set([clientName, deviceName || model].map(plain).filter(Boolean))]
  return {
    id: [deviceId, id].find(isId),
    name: names.join(', ').slice(0, 80).toWellFormed(),
    player: plain(mediaPlayer).slice(0, 80).toWellFormed() || 'unknown',
  }
}

const plain = (name: string) => name.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()

export interface Sync {
  readonly timeMs: number
  /** Seconds since the last report. */
  readonly listened: number
}

const Said = v.looseObject({ currentTime: v.number(), timeListened: v.fallback(v.optional(v.number()), 0) })

/** Returns undefined if the body contains no position. */
export function syncOf(body: unknown): Sync | undefined {
  const said = v.safeParse(Said, body)
  const timeMs = said.success ? msOf(said.output.currentTime) : undefined
  if (!said.success || timeMs === undefined) return undefined
  return { timeMs, listened: (msOf(said.output.timeListened) ?? 0) / 1000 }
}

export interface LocalSession {
  readonly id: string
  readonly workId: string
  readonly startMs: number
  readonly timeMs: number
  /** Seconds. */
  readonly listened: number
  /** Milliseconds since 1970, by the app's clock. */
  readonly startedMs: number
  readonly endedMs: number
  readonly device: Device
}

const instant = v.fallback(v.optional(v.number()), undefined)
const Local = v.looseObject({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  libraryItemId: v.string(),
  currentTime: v.number(),
  startTime: instant,
  timeListening: instant,
  startedAt: instant,
  updatedAt: instant,
})

/** Returns undefined if the body is not a session. */
export function localSessionOf(body: unknown, nowMs: number): LocalSession | undefined {
  const said = v.safeParse(Local, body)
  const timeMs = said.success ? msOf(said.output.currentTime) : undefined
  if (!said.success || timeMs === undefined) return undefined
  const { id, libraryItemId, startTime, timeListening, startedAt, updatedAt } = said.output
  const listened = (msOf(timeListening) ?? 0) / 1000
  const endedMs = clockIn(updatedAt, nowMs) ?? nowMs
  const startedMs = Math.min(endedMs, clockIn(startedAt, nowMs) ?? endedMs - listened * 1000)
  return {
    id,
    workId: libraryItemId,
    startMs: msOf(startTime) ?? timeMs,
    timeMs,
    listened,
    startedMs: Math.max(0, startedMs),
    endedMs,
    device: deviceOf(v.parse(PlayBody, body)),
  }
}

/** A clock that was set wrong by hand is rarely ahead by more than a year. */
const maxAheadMs = 366 * 24 * 3_600_000

const clockIn = (ms: number | undefined, nowMs: number): number | undefined =>
  ms !== undefined && ms > nowMs + maxAheadMs ? undefined : instantIn(ms, nowMs + maxAheadMs)

/** Returns the minimum number of milliseconds by which the app's clock is ahead, since no session can end after it is sent. */
export const aheadMsOf = (sessions: readonly LocalSession[], nowMs: number): number =>
  Math.max(0, ...sessions.map(({ endedMs }) => endedMs - nowMs))

/** Returns undefined for an invalid time; later times become `nowMs`. */
export const instantIn = (ms: number | undefined, nowMs: number): number | undefined =>
  ms === undefined || !Number.isFinite(ms) || ms <= 0 ? undefined : Math.min(Math.round(ms), nowMs)

export interface PositionChange {
  readonly beforeMs: number
  readonly timeMs: number
  readonly totalMs: number
  /** Whether the app stops playing. */
  readonly isOver: boolean
}

/** Players may report a slightly earlier position than before, and 0 while they load. */
const slackMs = 2_000
const maxEndMs = 10_000

/** Returns the kind of a report. A jump back by more than the tolerance is a seek by the listener. */
export function kindOf({ beforeMs, timeMs, totalMs, isOver }: PositionChange): ReportKind {
  // In a short work, ten seconds would be too large a share.
  const endMs = totalMs - Math.min(maxEndMs, totalMs / 20)
  if (totalMs > 0 && timeMs >= endMs) return 'finish'
  if (timeMs > 0 && timeMs < beforeMs - slackMs) return 'seek'
  return isOver ? 'pause' : 'beat'
}

/** A period of playback. Times on the axis are milliseconds; instants are milliseconds since 1970. */
export interface ReportedPlay {
  readonly id: string
  readonly startMs: number
  readonly timeMs: number
  /** Seconds. */
  readonly listened: number
  readonly startedMs: number
  readonly updatedMs: number
  readonly device: Device
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export const dayOfWeek = (date: Date): string => days[date.getUTCDay()] ?? days[0]
export const dateOf = (date: Date): string => date.toISOString().slice(0, 10)

export function sessionOf(item: ShownItem, play: ReportedPlay, userId: string) {
  const { card, axis, tracks } = item
  const started = new Date(play.startedMs)
  const { device } = play
  return {
    id: play.id,
    userId,
    libraryId,
    libraryItemId: card.id,
    bookId: card.id,
    episodeId: null,
    mediaType: 'book',
    mediaMetadata: metadataOf(item),
    chapters: chaptersOf(axis, tracks),
    displayTitle: card.title,
    displayAuthor: card.maker?.name ?? '',
    coverPath: item.coverUrl,
    duration: axis.totalMs / 1000,
    // 0 is direct play: files are not transcoded.
    playMethod: 0,
    mediaPlayer: device.player,
    deviceInfo: { id: device.id ?? null, userId, deviceId: device.id ?? null, clientName: device.name },
    serverVersion: protocolVersion,
    date: dateOf(started),
    dayOfWeek: dayOfWeek(started),
    timeListening: play.listened,
    startTime: play.startMs / 1000,
    currentTime: play.timeMs / 1000,
    startedAt: play.startedMs,
    updatedAt: play.updatedMs,
  }
}

/** The version of audiobookshelf that this API reports; apps compare it. */
export const protocolVersion = '2.36.0'

/** Parses leniently what apps send of playing: numbers that make no sense are left out, and texts are cut. */
import type { ReportKind } from '@koedana/contract/progress.ts'
import * as v from 'valibot'
import { chaptersOf } from './axis.rules.ts'
import { coverPathOf, libraryId, metadataOf, type ShownItem } from './item.rules.ts'
import { msOf } from './query.rules.ts'

export interface Device {
  /** It is undefined where the app has none that could be one. */
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
  /** Seconds since the last one. */
  readonly listened: number
}

const Said = v.looseObject({ currentTime: v.number(), timeListened: v.fallback(v.optional(v.number()), 0) })

/** Returns undefined for what says no time. */
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
  /** Milliseconds since 1970, by the clock of the app. */
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

/** Returns undefined for what is no session. */
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

/** A clock that is set wrong by hand is rarely ahead by more than a year. */
const maxAheadMs = 366 * 24 * 3_600_000

const clockIn = (ms: number | undefined, nowMs: number): number | undefined =>
  ms !== undefined && ms > nowMs + maxAheadMs ? undefined : instantIn(ms, nowMs + maxAheadMs)

/** Returns by how much the clock of an app is ahead at least, since it sent nothing before it happened. */
export const aheadMsOf = (sessions: readonly LocalSession[], nowMs: number): number =>
  Math.max(0, ...sessions.map(({ endedMs }) => endedMs - nowMs))

/** Returns undefined for what no clock says. */
export const instantIn = (ms: number | undefined, nowMs: number): number | undefined =>
  ms === undefined || !Number.isFinite(ms) || ms <= 0 ? undefined : Math.min(Math.round(ms), nowMs)

export interface Moved {
  readonly beforeMs: number
  readonly timeMs: number
  readonly totalMs: number
  /** Whether the app stops. */
  readonly isOver: boolean
}

/** Players report a little less than they did before, and nothing at all while they prepare. */
const slackMs = 2_000
const longestEndMs = 10_000

/** Within a session an app is where its listener wants to be: whoever is further back went there. */
export function kindOf({ beforeMs, timeMs, totalMs, isOver }: Moved): ReportKind {
  // Of a short work, ten seconds are more than its end.
  const endMs = totalMs - Math.min(longestEndMs, totalMs / 20)
  if (totalMs > 0 && timeMs >= endMs) return 'finish'
  if (timeMs > 0 && timeMs < beforeMs - slackMs) return 'seek'
  return isOver ? 'pause' : 'beat'
}

/** Describes a time of playing. Times on the axis are milliseconds, instants those since 1970. */
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
    coverPath: coverPathOf(item),
    duration: axis.totalMs / 1000,
    // Files are played as they are.
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

/** The version of audiobookshelf that this door speaks as; apps compare it. */
export const protocolVersion = '2.36.0'

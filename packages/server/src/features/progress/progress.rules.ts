/**
 * Decides where listening to a work goes on (ADR 0035). A play is one time that a listener pressed play on one device. Its reports
 * are in order by their number; between plays the one that was started later decides, by the clock of the server.
 */
import type { ReportKind } from '@koedana/contract/progress.ts'

/** A position in a work: tracks are in the natural order of their work. */
export interface Position {
  readonly trackId: string
  readonly order: number
  readonly ms: number
}

export interface Play {
  readonly id: string
  /** The revision that the device had seen when it started. */
  readonly basedOn: number
  /** Whether the listener chose where to begin. */
  readonly isChosen: boolean
  readonly startedMs: number
  readonly start: Position
  readonly device: Device
  /** The number of the last report; -1 before the first. */
  readonly n: number
  readonly last: Position
  readonly lastMs: number
  /** How long it has sounded. */
  readonly listenedMs: number
}

export interface Device {
  readonly id: string
  readonly name: string
}

/** This is known of one person and one work. */
export interface WorkProgress {
  /** Grows when another play takes over. */
  readonly revision: number
  readonly position: Position
  /** The play that the position is from. */
  readonly play: Pick<Play, 'id' | 'startedMs' | 'basedOn' | 'device'>
  readonly updatedMs: number
  readonly finishedMs: number | undefined
  /** A play on another device that started from the same revision. */
  readonly rivalId: string | undefined
}

/** A report with the instant by the clock of the server. */
export interface Report {
  readonly n: number
  readonly kind: ReportKind
  readonly position: Position
  readonly atMs: number
  readonly listenedMs: number
}

/** Plays shorter than this move no position back, and are offered to nobody. */
export const seriousMs = 60_000

/** How long plays are known, and pauses of recording that are over. */
export const trailMs = 90 * 24 * 3_600_000

/** Returns the play after the report, or undefined if the report is old: a duplicate, or overtaken by a later one. */
export function advancePlay(play: Play, { n, position, atMs, listenedMs }: Report): Play | undefined {
  if (n <= play.n) return undefined
  return {
    ...play,
    n,
    last: position,
    lastMs: Math.max(play.lastMs, atMs),
    listenedMs: Math.max(play.listenedMs, listenedMs),
  }
}

interface Advance {
  /** The play before the report. */
  readonly before: Play
  /** The play after the report. */
  readonly play: Play
  readonly report: Report
}

export function progressAfter(
  progress: WorkProgress | undefined,
  { before, play, report }: Advance,
): WorkProgress {
  if (!progress) return finishedBy(report, takenOver(undefined, play, report))
  if (progress.play.id === play.id) return finishedBy(report, moved(progress, before, report))
  if (!isLater(play, progress.play)) return replaced(progress, play, report)
  return mayTakeOver(progress, play, report)
    ? finishedBy(report, takenOver(progress, play, report))
    : finishedBy(report, progress)
}

/** A work that was started again is under way, though it was finished before. */
export const isFinished = ({ finishedMs, play }: Pick<WorkProgress, 'finishedMs'> & StartedPlay): boolean =>
  finishedMs !== undefined && finishedMs >= play.startedMs

interface StartedPlay {
  readonly play: Pick<Play, 'startedMs'>
}

/** Two plays of one instant are in the order of their ids, so that all servers agree. */
const isLater = (play: Pick<Play, 'id' | 'startedMs'>, than: Pick<Play, 'id' | 'startedMs'>): boolean =>
  play.startedMs > than.startedMs || (play.startedMs === than.startedMs && play.id > than.id)

const isLower = (one: Position, other: Position): boolean =>
  one.trackId === other.trackId ? one.ms < other.ms : one.order < other.order

const isDeliberate = ({ kind }: Report): boolean => kind === 'seek' || kind === 'reset'

/** Within a play only a listener goes back. */
function moved(progress: WorkProgress, before: Play, report: Report): WorkProgress {
  const isBehind = isLower(report.position, progress.position)
  if (isBehind && !isDeliberate(report) && !isRewind(before, report)) return progress
  return { ...progress, position: report.position, updatedMs: report.atMs }
}

/**
 * Returns whether a report that is behind the position shows that the listener went back, although its `seek` was lost,
 * overtaken or never sent: a report before it is missing, or playback continued from the previous report, which was behind
 * as well. A single 0:00 of a player that is loading shows neither.
 */
function isRewind({ n, last }: Play, { n: nextN, kind, position }: Report): boolean {
  if (kind === 'finish') return false
  if (nextN > n + 1) return position.ms > 0
  return position.trackId === last.trackId && position.ms > last.ms
}

/**
 * A start at a lower position that nobody chose may be an old page that knew no better: it counts once it was listened to
 * for a minute.
 */
function mayTakeOver(progress: WorkProgress, play: Play, report: Report): boolean {
  if (play.isChosen || isDeliberate(report) || isFinished(progress)) return true
  return !isLower(report.position, progress.position) || play.listenedMs >= seriousMs
}

function takenOver(progress: WorkProgress | undefined, play: Play, report: Report): WorkProgress {
  const { id, startedMs, basedOn, device } = play
  return {
    revision: (progress?.revision ?? 0) + 1,
    position: report.position,
    play: { id, startedMs, basedOn, device },
    updatedMs: report.atMs,
    finishedMs: progress?.finishedMs,
    rivalId: progress && isUnseen(progress, play) ? progress.play.id : undefined,
  }
}

/** The device knew nothing of the play that was current, which was on another one. */
const isUnseen = (progress: WorkProgress, play: Play): boolean =>
  play.basedOn < progress.revision && play.device.id !== progress.play.device.id

/** Returns a play that began earlier from the same revision, on another device, and is heard of only now. */
function rivalOf(progress: WorkProgress, play: Play): Pick<WorkProgress, 'rivalId'> {
  const { rivalId, play: current } = progress
  const isRival = play.basedOn === current.basedOn && play.device.id !== current.device.id
  return { rivalId: rivalId ?? (isRival ? play.id : undefined) }
}

/** A play that another one replaced moves nothing; that it reached the end counts all the same. */
function replaced(progress: WorkProgress, play: Play, report: Report): WorkProgress {
  const next = { ...progress, ...rivalOf(progress, play) }
  return report.kind === 'finish' ? finishedBy(report, next) : next
}

/** A work stays finished wherever its position is, until it is started over. */
function finishedBy({ kind, atMs }: Report, progress: WorkProgress): WorkProgress {
  if (kind === 'reset') return { ...progress, finishedMs: undefined }
  if (kind !== 'finish') return progress
  return { ...progress, finishedMs: Math.max(progress.finishedMs ?? 0, atMs) }
}

interface Clocks {
  /** The instant of sending, by the clock of the device, in milliseconds. */
  readonly deviceNowMs: number
  /** The instant of arrival, by the clock of the server. */
  readonly arrivalMs: number
  /** Server clock minus device clock, as the last batch of this device was dated; undefined for a new device. */
  readonly lastClockMs: number | undefined
}

/** Two requests of one device differ by less on their way. */
const maxTransitMs = 10_000

/**
 * Returns server clock minus device clock for one batch. The batch itself measures it, by the instants of sending and
 * arrival. A measurement close to the last one keeps the last one, so that the delays of two requests cannot swap two plays
 * of one device.
 */
export function clockOf({ deviceNowMs, arrivalMs, lastClockMs }: Clocks): number {
  const measured = arrivalMs - deviceNowMs
  const isSame = lastClockMs !== undefined && Math.abs(measured - lastClockMs) <= maxTransitMs
  return isSame ? lastClockMs : measured
}

/** Returns the instant of an event by the clock of the server. Nothing happened after it was reported. */
export const serverTimeOf = (
  deviceAtMs: number,
  { clockMs, arrivalMs }: { readonly clockMs: number; readonly arrivalMs: number },
): number => Math.max(0, Math.min(arrivalMs, deviceAtMs + clockMs))

interface Beginning {
  /** By the clock of the server. */
  readonly startedMs: number
  readonly arrivalMs: number
}

/**
 * A play that began when its device knew the current one is later than that, whatever the clock of the device said. So is one
 * that seems to begin as it arrives, if the same device played both: its clock was set back meanwhile, and the plays of a
 * batch come in the order of that clock.
 */
export function startOf(
  progress: WorkProgress | undefined,
  { id, basedOn, device }: Pick<Play, 'id' | 'basedOn' | 'device'>,
  { startedMs, arrivalMs }: Beginning,
): number {
  if (!progress || progress.play.id === id) return startedMs
  const isKnown = progress.revision === basedOn
  const isCut = startedMs === arrivalMs && progress.play.device.id === device.id
  return isKnown || isCut ? Math.max(startedMs, progress.play.startedMs + 1) : startedMs
}

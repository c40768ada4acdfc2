/**
 * Decides the position of a person in a work (ADR 0035). A play is one stretch of listening on one device. Its reports are ordered
 * by number. Between plays, the one that started later wins, by the server's clock.
 */
import type { ReportKind } from '@koedana/contract/progress.ts'

/** A position in a work. `order` is the index of the track in its work. */
export interface Position {
  readonly trackId: string
  readonly order: number
  readonly ms: number
}

export interface Play {
  readonly id: string
  /** The revision that the device knew when it started. */
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
  readonly listenedMs: number
}

export interface Device {
  readonly id: string
  readonly name: string
}

export interface WorkProgress {
  readonly revision: number
  readonly position: Position
  readonly play: Pick<Play, 'id' | 'startedMs' | 'basedOn' | 'device'>
  readonly updatedMs: number
  readonly finishedMs: number | undefined
  /** A play on another device that started from the same revision. */
  readonly rivalId: string | undefined
}

/** A report with its time by the server's clock. */
export interface Report {
  readonly n: number
  readonly kind: ReportKind
  readonly position: Position
  readonly atMs: number
  readonly listenedMs: number
}

/** Shorter plays never move the position back, and are not offered to resume. */
export const minResumableMs = 60_000

/** How long plays, and ended pauses of recording, are kept. */
export const playRetentionMs = 90 * 24 * 3_600_000

/** Returns the play after a report; undefined if the report is a duplicate or older than the last one. */
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
  readonly before: Play
  readonly play: Play
  readonly report: Report
}

/** Returns the progress of a work after a report. */
export function progressAfter(
  progress: WorkProgress | undefined,
  { before, play, report }: Advance,
): WorkProgress {
  if (!progress) return applyFinish(report, takeOver(undefined, play, report))
  if (progress.play.id === play.id) return applyFinish(report, movePosition(progress, before, report))
  if (!isLater(play, progress.play)) return recordReplacedPlay(progress, play, report)
  return mayTakeOver(progress, play, report)
    ? applyFinish(report, takeOver(progress, play, report))
    : applyFinish(report, progress)
}

/** Returns whether the work is finished. A work that was started again after it was finished is not. */
export const isFinished = ({ finishedMs, play }: Pick<WorkProgress, 'finishedMs'> & StartedPlay): boolean =>
  finishedMs !== undefined && finishedMs >= play.startedMs

interface StartedPlay {
  readonly play: Pick<Play, 'startedMs'>
}

/** If two plays start at the same time, their IDs decide, so that all nodes agree. */
const isLater = (play: Pick<Play, 'id' | 'startedMs'>, than: Pick<Play, 'id' | 'startedMs'>): boolean =>
  play.startedMs > than.startedMs || (play.startedMs === than.startedMs && play.id > than.id)

const isLower = (one: Position, other: Position): boolean =>
  one.trackId === other.trackId ? one.ms < other.ms : one.order < other.order

const isDeliberate = ({ kind }: Report): boolean => kind === 'seek' || kind === 'reset'

/** Within a play, only the listener moves the position back. */
function movePosition(progress: WorkProgress, before: Play, report: Report): WorkProgress {
  const isBehind = isLower(report.position, progress.position)
  if (isBehind && !isDeliberate(report) && !isRewind(before, report)) return progress
  return { ...progress, position: report.position, updatedMs: report.atMs }
}

/**
 * Returns whether a report behind the position shows that the listener went back, although its `seek` was lost, overtaken or never
 * sent. There are two signs: an earlier report is missing, or playback continued from the previous report, which was behind too. A
 * single 0:00 of a loading player shows neither.
 */
function isRewind({ n, last }: Play, { n: nextN, kind, position }: Report): boolean {
  if (kind === 'finish') return false
  if (nextN > n + 1) return position.ms > 0
  return position.trackId === last.trackId && position.ms > last.ms
}

/**
 * A play that starts at a lower position without the listener's choice may come from a stale page. It counts after a minute of
 * listening.
 */
function mayTakeOver(progress: WorkProgress, play: Play, report: Report): boolean {
  if (play.isChosen || isDeliberate(report) || isFinished(progress)) return true
  return !isLower(report.position, progress.position) || play.listenedMs >= minResumableMs
}

function takeOver(progress: WorkProgress | undefined, play: Play, report: Report): WorkProgress {
  const { id, startedMs, basedOn, device } = play
  return {
    revision: (progress?.revision ?? 0) + 1,
    position: report.position,
    play: { id, startedMs, basedOn, device },
    updatedMs: report.atMs,
    finishedMs: progress?.finishedMs,
    rivalId: progress && isFromStaleDevice(progress, play) ? progress.play.id : undefined,
  }
}

/** Returns whether the device did not know the current play, which is on another device. */
const isFromStaleDevice = (progress: WorkProgress, play: Play): boolean =>
  play.basedOn < progress.revision && play.device.id !== progress.play.device.id

/** Returns a play that began earlier from the same revision on another device, but was reported only now. */
function rivalOf(progress: WorkProgress, play: Play): Pick<WorkProgress, 'rivalId'> {
  const { rivalId, play: current } = progress
  const isRival = play.basedOn === current.basedOn && play.device.id !== current.device.id
  return { rivalId: rivalId ?? (isRival ? play.id : undefined) }
}

/** A play that was replaced does not move the position. If it reached the end, the work still counts as finished. */
function recordReplacedPlay(progress: WorkProgress, play: Play, report: Report): WorkProgress {
  const next = { ...progress, ...rivalOf(progress, play) }
  return report.kind === 'finish' ? applyFinish(report, next) : next
}

/** A work stays finished at any position until it is reset. */
function applyFinish({ kind, atMs }: Report, progress: WorkProgress): WorkProgress {
  if (kind === 'reset') return { ...progress, finishedMs: undefined }
  if (kind !== 'finish') return progress
  return { ...progress, finishedMs: Math.max(progress.finishedMs ?? 0, atMs) }
}

interface Clocks {
  /** The time of sending by the device's clock, in milliseconds. */
  readonly deviceNowMs: number
  /** The time of arrival by the server's clock. */
  readonly arrivalMs: number
  /** Server clock minus device clock, from the device's last batch; undefined for a new device. */
  readonly lastClockMs: number | undefined
}

/** The transit times of two requests of one device differ by less than this. */
const maxTransitMs = 10_000

/**
 * Returns server clock minus device clock for one batch, measured by the times of sending and arrival. If it is close to the last
 * measurement, that one is kept, so that varying delays cannot reorder two plays of one device.
 */
export function clockOf({ deviceNowMs, arrivalMs, lastClockMs }: Clocks): number {
  const measured = arrivalMs - deviceNowMs
  const isSame = lastClockMs !== undefined && Math.abs(measured - lastClockMs) <= maxTransitMs
  return isSame ? lastClockMs : measured
}

/** Returns the time of an event by the server's clock, limited to the arrival of its report. */
export const serverTimeOf = (
  deviceAtMs: number,
  { clockMs, arrivalMs }: { readonly clockMs: number; readonly arrivalMs: number },
): number => Math.max(0, Math.min(arrivalMs, deviceAtMs + clockMs))

interface Beginning {
  /** By the server's clock. */
  readonly startedMs: number
  readonly arrivalMs: number
}

/**
 * Returns the start of a play. If the device knew the current play, the new one is later, regardless of its clock. The same
 * applies to a play that seems to start on arrival on the same device. Its clock was set back, and the plays of a batch arrive in
 * the order of that clock.
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

/**
 * Converts playback sessions to reports of plays (ADR 0035). Apps report their position on the time axis and the time played; the kind
 * of report follows from the previous position. Any node accepts them (ADR 0073).
 */

import { createHash } from 'node:crypto'
import type { ProgressReport, ReportKind } from '@koedana/contract/progress.ts'
import { LRUCache } from 'lru-cache'
import type { Context, Person } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { newToken } from '../../../lib/ids.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { getProgress, saveProgress } from '../../progress/progress.use-cases.ts'
import type { ShownItem } from './item.rules.ts'
import { readItem } from './library.ts'
import type { LibrarySources } from './library-sources.ts'
import {
  beginPlay,
  type OpenedPlay,
  type OpenPlay,
  playStartOf,
  resumePlay,
  withDeviceId,
} from './open-play.ts'
import { createPlayIds, type PlayIdSources } from './play-ids.ts'
import { aheadMsOf, type Device, kindOf, type LocalSession, type Sync } from './session.rules.ts'
import { positionAt } from './time-axis.rules.ts'

export type PlaySources = LibrarySources & PlayIdSources

export interface PlaybackSessions {
  readonly start: (item: ShownItem, begun: PlayStart, context: Context) => Promise<OpenPlay>
  readonly sync: (id: string, said: Sync & { readonly isOver: boolean }, context: Context) => Promise<void>
  /** Throws `notFound` if the session belongs to another user, or has ended. */
  readonly get: (id: string, context: Context) => Promise<OpenedPlay>
  /** Closes the session: its URLs stop working, on every node. */
  readonly end: (id: string, context: Context) => Promise<void>
  /** Returns the listener of this session while they are signed in to this API. Throws `unauthenticated`. */
  readonly listenerOf: (id: string) => Promise<Person>
  /** Returns the work whose audio files the session gives access to. Throws `notFound`. */
  readonly workOf: (id: string) => string
  /** Returns whether the session is still open, by a fresh read of the database. */
  readonly mayGoOn: (id: string) => Promise<boolean>
}

export interface PlayStart {
  readonly device: Device
  /** The start position on the time axis, in milliseconds. */
  readonly timeMs: number
}

/** Devices remembered by this node. Sessions continue without them. */
const maxKept = 5_000

export function createPlaybackSessions(sources: PlaySources): PlaybackSessions {
  const devices = new LRUCache<string, Device>({ max: maxKept })
  const ids = createPlayIds(sources)

  const resume = async (id: string, timeMs: number | undefined, context: Context): Promise<OpenedPlay> => {
    const person = requirePerson(context)
    const named = await ids.check(id, person)
    const device = devices.get(id) ?? { id: undefined, name: '', player: 'unknown' }
    return resumePlay(sources, { id, named, device: withDeviceId(device, person), timeMs }, context)
  }

  return {
    start: async (item, { device, timeMs }, context) => {
      const { progress } = await getProgress(sources, item.card.id, context)
      const named = { startedMs: sources.now().getTime(), startMs: timeMs, basedOn: progress?.revision ?? 0 }
      const person = requirePerson(context)
      const id = ids.make({ ...named, workId: item.card.id, sessionId: person.sessionId })
      devices.set(id, device)
      return beginPlay(item, { id, part: 0, named, device: withDeviceId(device, person) })
    },
    sync: async (id, said, context) => {
      const { item, open } = await resume(id, said.timeMs, context)
      const totalMs = item.axis.totalMs
      const { play, kind } = after(open, { ...said, totalMs, nowMs: sources.now().getTime() })
      if (said.isOver) await ids.close(id, requirePerson(context))
      await saveReports(sources, [{ item, play, kind }], context)
    },
    get: async (id, context) => {
      if (!ids.read(id) || (await ids.isClosed(id))) throw new AppError('notFound')
      return resume(id, undefined, context)
    },
    end: async (id, context) => {
      const person = requirePerson(context)
      await ids.check(id, person)
      await ids.close(id, person)
    },
    listenerOf: async (id) => {
      const named = ids.read(id)
      const isOver = !named || (await ids.isClosed(id))
      const person = isOver ? undefined : await sources.sessions.find(named.sessionId)
      if (person?.door?.name !== 'abs') throw new AppError('unauthenticated')
      return person
    },
    workOf: (id) => {
      const named = ids.read(id)
      if (!named) throw new AppError('notFound')
      return named.workId
    },
    mayGoOn: async (id) => !(await ids.isClosed(id)),
  }
}

interface Heard extends Sync {
  readonly isOver: boolean
  readonly totalMs: number
  readonly nowMs: number
}

/** Returns the play after a report. The time played is limited to the time that passed. */
function after(open: OpenPlay, { timeMs: saidMs, listened: more, isOver, totalMs, nowMs }: Heard) {
  const timeMs = Math.min(saidMs, totalMs)
  const listened = open.listened + Math.min(more, Math.max(0, (nowMs - open.atMs) / 1000))
  const kind = kindOf({ beforeMs: open.timeMs, timeMs, totalMs, isOver })
  return { play: { ...open, n: open.n + 1, timeMs, listened, atMs: nowMs }, kind }
}

interface Reported {
  readonly item: ShownItem
  readonly play: Pick<OpenPlay, 'play' | 'playId' | 'n' | 'timeMs' | 'listened' | 'atMs' | 'device'>
  readonly kind: ReportKind
}

function reportOf({ item, play: said, kind }: Reported): ProgressReport {
  const heard = positionAt(item.axis, said.timeMs)
  if (!heard) throw new AppError('notFound')
  const { playId, n, listened, play } = said
  const at = new Date(said.atMs).toISOString()
  return { playId, n, kind, fileId: heard.fileId, position: heard.positionMs / 1000, listened, at, play }
}

/** Saves reports, grouped by device, since their times are interpreted per device. */
export async function saveReports(
  sources: LibrarySources,
  all: readonly Reported[],
  context: Context,
): Promise<void> {
  const { sessionId } = requirePerson(context)
  const byDevice = Map.groupBy(all, ({ play }) => play.device.id ?? sessionId)
  for (const [id, some] of byDevice) {
    const device = { id, name: some[0]?.play.device.name ?? '' }
    const deviceNow = sources.now().toISOString()
    await saveProgress(sources, { deviceNow, device, reports: some.map(reportOf) }, context)
  }
}

/**
 * Saves sessions that an app recorded offline. Repeating a session changes nothing. Returns the errors of rejected sessions by their
 * index in the list.
 */
export async function saveLocalSessions(
  sources: LibrarySources,
  sessions: readonly (LocalSession | undefined)[],
  context: Context,
): Promise<ReadonlyMap<number, AppError>> {
  const refused = new Map<number, AppError>()
  const reports: Reported[] = []
  // Apps do not send their clock. If the latest time of a batch is in the future, it is taken as the sending time, and all times are
  // shifted.
  const aheadMs = aheadMsOf(
    sessions.filter((one) => one !== undefined),
    sources.now().getTime(),
  )
  for (const [at, session] of sessions.entries()) {
    try {
      if (!session) throw new AppError('malformed')
      const startedMs = Math.max(0, session.startedMs - aheadMs)
      const endedMs = Math.max(startedMs, session.endedMs - aheadMs)
      reports.push(await localReport(sources, { ...session, startedMs, endedMs }, context))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.set(at, error)
    }
  }
  await saveReports(sources, reports, context)
  return refused
}

async function localReport(
  sources: LibrarySources,
  session: LocalSession,
  context: Context,
): Promise<Reported> {
  const item = await readItem(sources, session.workId, context)
  const { startedMs, endedMs } = session
  const startMs = Math.min(session.startMs, item.axis.totalMs)
  const timeMs = Math.min(session.timeMs, item.axis.totalMs)
  const { progress } = await getProgress(sources, item.card.id, context)
  // The app cannot have known progress that was saved after its session began.
  const isKnown = progress && Date.parse(progress.updatedAt) <= startedMs
  const play = playStartOf(item, { startedMs, startMs, basedOn: isKnown ? progress.revision : 0 })
  const said = {
    play,
    playId: createHash('sha256').update(session.id).digest('base64url'),
    n: Math.floor((endedMs - startedMs) / 1000),
    timeMs,
    listened: Math.min(session.listened, (endedMs - startedMs) / 1000),
    atMs: endedMs,
    device: session.device,
  }
  const kind = kindOf({ beforeMs: startMs, timeMs, totalMs: item.axis.totalMs, isOver: true })
  return { item, play: said, kind }
}

export interface ChosenPosition {
  readonly timeMs: number
  readonly kind: 'seek' | 'finish' | 'reset'
  /** When the position was chosen, in milliseconds since 1970. */
  readonly atMs: number
}

/** Saves a position that a listener chose without playing, as a play of its own. */
export async function choosePosition(
  sources: LibrarySources,
  item: ShownItem,
  { timeMs, kind, atMs }: ChosenPosition,
  context: Context,
): Promise<void> {
  const { progress } = await getProgress(sources, item.card.id, context)
  const device = withDeviceId({ id: undefined, name: '', player: '' }, requirePerson(context))
  const isKnown = progress && Date.parse(progress.updatedAt) <= atMs
  const named = { startedMs: atMs, startMs: timeMs, basedOn: isKnown ? progress.revision : 0 }
  const fresh = beginPlay(item, { id: newToken(), part: 0, named, device })
  const play = { ...fresh, play: { ...fresh.play, chosen: true } }
  await saveReports(sources, [{ item, play, kind }], context)
}

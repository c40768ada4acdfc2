/**
 * Sessions of playing, as reports of plays (ADR 0035). Apps say where on the axis they are and how long it sounded; what kind
 * of report that is follows from where they were before.
 */
import { createHash } from 'node:crypto'
import type { ProgressReport, ReportKind } from '@koedana/contract/progress.ts'
import { LRUCache } from 'lru-cache'
import type { Context, Person } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { newToken } from '../../../lib/ids.ts'
import { personOf } from '../../auth/auth-sources.ts'
import type { Sessions } from '../../auth/sessions.ts'
import { getProgress, saveProgress } from '../../progress/progress.use-cases.ts'
import { placeAt } from './axis.rules.ts'
import type { ShownItem } from './item.rules.ts'
import { type LibrarySources, readItem } from './library.ts'
import { type Device, kindOf, type LocalSession, type Sync } from './session.rules.ts'

export type PlaySources = LibrarySources & { readonly sessions: Sessions }

/** What one app plays. Whoever knows its id hears its sounds, as the apps expect. */
export interface OpenPlay {
  readonly id: string
  readonly workId: string
  readonly userKey: number
  /** Public id of the session of the door. */
  readonly sessionId: string
  readonly device: Device
  readonly startedMs: number
  readonly startMs: number
  readonly timeMs: number
  /** How long it sounded, in seconds. */
  readonly listened: number
  readonly atMs: number
  readonly play: ProgressReport['play']
  readonly playId: string
  readonly n: number
}

export interface Plays {
  readonly start: (item: ShownItem, begun: Begun, context: Context) => Promise<OpenPlay>
  readonly sync: (id: string, said: Sync & { readonly isOver: boolean }, context: Context) => Promise<void>
  /** Throws `notFound` for one that is somebody else's, or not open. */
  readonly get: (id: string, context: Context) => OpenPlay
  readonly forget: (id: string, context: Context) => void
  /** The person whose play this is, as long as they are signed in at this door. Throws `unauthenticated`. */
  readonly listenerOf: (id: string) => Promise<Person>
}

export interface Begun {
  readonly device: Device
  /** Where the work goes on. */
  readonly timeMs: number
}

const mostPlays = 5_000
/** A pause as long as this ends a play. */
const longestPauseMs = 30 * 60_000

export function createPlays(sources: PlaySources): Plays {
  const known = new LRUCache<string, OpenPlay>({ max: mostPlays })
  const find = (id: string, { userKey }: Person) => {
    const open = known.get(id)
    if (open && open.userKey !== userKey) throw new AppError('notFound')
    return open
  }
  return {
    start: async (item, begun, context) => {
      const open = await beginPlay(sources, item, begun, context)
      known.set(open.id, open)
      return open
    },
    sync: async (id, said, context) => {
      const { item, open } = await resumePlay(
        sources,
        { id, said, open: find(id, personOf(context)) },
        context,
      )
      const { play, kind } = after(open, {
        ...said,
        totalMs: item.axis.totalMs,
        nowMs: sources.now().getTime(),
      })
      if (said.isOver) known.delete(id)
      else known.set(id, play)
      await report(sources, [{ item, play, kind }], context)
    },
    get: (id, context) => {
      const open = find(id, personOf(context))
      if (!open) throw new AppError('notFound')
      return open
    },
    forget: (id, context) => {
      if (find(id, personOf(context))) known.delete(id)
    },
    listenerOf: async (id) => {
      const open = known.get(id)
      const person = open && (await sources.sessions.find(open.sessionId))
      if (person?.door?.name !== 'abs') throw new AppError('unauthenticated')
      return person
    },
  }
}

async function beginPlay(
  sources: PlaySources,
  item: ShownItem,
  { device, timeMs }: Begun,
  context: Context,
): Promise<OpenPlay> {
  const { userKey, sessionId } = personOf(context)
  const nowMs = sources.now().getTime()
  return {
    // It names the work, so that a server which forgot it, or another node, can go on.
    id: `${item.card.id}.${newToken()}`,
    workId: item.card.id,
    userKey,
    sessionId,
    device: { ...device, id: device.id ?? sessionId },
    startedMs: nowMs,
    startMs: timeMs,
    ...(await newPlay(sources, item, { timeMs, nowMs }, context)),
  }
}

interface Resumed {
  readonly id: string
  readonly said: Sync
  /** Undefined for one that this server does not know. */
  readonly open: OpenPlay | undefined
}

/** The play that a report belongs to, with its work. Who comes back after a while plays anew. */
async function resumePlay(sources: PlaySources, { id, said, open }: Resumed, context: Context) {
  const item = await readItem(sources, open?.workId ?? id.split('.', 1)[0] ?? '', context)
  const nowMs = sources.now().getTime()
  if (!open) {
    const device = { id: undefined, name: '', player: 'unknown' }
    const timeMs = Math.min(said.timeMs, item.axis.totalMs)
    return { item, open: { ...(await beginPlay(sources, item, { device, timeMs }, context)), id } }
  }
  if (nowMs - open.atMs < longestPauseMs) return { item, open }
  return {
    item,
    open: { ...open, ...(await newPlay(sources, item, { timeMs: open.timeMs, nowMs }, context)) },
  }
}

interface Heard extends Sync {
  readonly isOver: boolean
  readonly totalMs: number
  readonly nowMs: number
}

/** The play after a report. It sounded no longer than time passed. */
function after(open: OpenPlay, { timeMs: saidMs, listened: more, isOver, totalMs, nowMs }: Heard) {
  const timeMs = Math.min(saidMs, totalMs)
  const listened = open.listened + Math.min(more, Math.max(0, (nowMs - open.atMs) / 1000))
  const kind = kindOf({ beforeMs: open.timeMs, timeMs, totalMs, isOver })
  return { play: { ...open, n: open.n + 1, timeMs, listened, atMs: nowMs }, kind }
}

type Fresh = Pick<OpenPlay, 'play' | 'playId' | 'n' | 'timeMs' | 'listened' | 'atMs'>

async function newPlay(
  sources: LibrarySources,
  item: ShownItem,
  { timeMs, nowMs }: { readonly timeMs: number; readonly nowMs: number },
  context: Context,
): Promise<Fresh> {
  const place = placeAt(item.axis, timeMs)
  if (!place) throw new AppError('notFound')
  const { progress } = await getProgress(sources, item.card.id, context)
  const play = {
    basedOn: progress?.revision ?? 0,
    startedAt: new Date(nowMs).toISOString(),
    fileId: place.fileId,
    position: place.positionMs / 1000,
    chosen: false,
  }
  return { play, playId: newToken(), n: 0, timeMs, listened: 0, atMs: nowMs }
}

interface Reported {
  readonly item: ShownItem
  readonly play: Pick<OpenPlay, 'play' | 'playId' | 'n' | 'timeMs' | 'listened' | 'atMs' | 'device'>
  readonly kind: ReportKind
}

function reportOf({ item, play: said, kind }: Reported): ProgressReport {
  const place = placeAt(item.axis, said.timeMs)
  if (!place) throw new AppError('notFound')
  const { playId, n, listened, play } = said
  const at = new Date(said.atMs).toISOString()
  return { playId, n, kind, fileId: place.fileId, position: place.positionMs / 1000, listened, at, play }
}

/** Those of one device together, by which its instants are understood. */
async function report(sources: LibrarySources, all: readonly Reported[], context: Context): Promise<void> {
  const { sessionId } = personOf(context)
  const byDevice = Map.groupBy(all, ({ play }) => play.device.id ?? sessionId)
  for (const [id, some] of byDevice) {
    const device = { id, name: some[0]?.play.device.name ?? '' }
    const deviceNow = sources.now().toISOString()
    await saveProgress(sources, { deviceNow, device, reports: some.map(reportOf) }, context)
  }
}

/**
 * Sessions that an app kept while nobody could be reached. The same one twice changes nothing. Returns what is wrong with
 * those that are not taken, by their place in the list.
 */
export async function saveLocalSessions(
  sources: LibrarySources,
  sessions: readonly (LocalSession | undefined)[],
  context: Context,
): Promise<ReadonlyMap<number, AppError>> {
  const refused = new Map<number, AppError>()
  const reports: Reported[] = []
  for (const [at, session] of sessions.entries()) {
    try {
      if (!session) throw new AppError('malformed')
      reports.push(await localReport(sources, session, context))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.set(at, error)
    }
  }
  await report(sources, reports, context)
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
  const begun = placeAt(item.axis, startMs)
  if (!begun) throw new AppError('notFound')
  const { progress } = await getProgress(sources, item.card.id, context)
  // What was heard elsewhere since it began, the app cannot have known.
  const isKnown = progress && Date.parse(progress.updatedAt) <= startedMs
  const play = {
    basedOn: isKnown ? progress.revision : 0,
    startedAt: new Date(startedMs).toISOString(),
    fileId: begun.fileId,
    position: begun.positionMs / 1000,
    chosen: false,
  }
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

export interface Chosen {
  readonly timeMs: number
  readonly kind: 'seek' | 'finish' | 'reset'
  /** When it was chosen, in milliseconds since 1970. */
  readonly atMs: number
}

/** A position that a listener chose without playing, as a play of its own. */
export async function choosePosition(
  sources: LibrarySources,
  item: ShownItem,
  { timeMs, kind, atMs }: Chosen,
  context: Context,
): Promise<void> {
  const fresh = await newPlay(sources, item, { timeMs, nowMs: atMs }, context)
  const device = { id: undefined, name: '', player: '' }
  const play = { ...fresh, play: { ...fresh.play, chosen: true }, device }
  await report(sources, [{ item, play, kind }], context)
}

/**
 * Sessions of playing, as reports of plays (ADR 0035). Apps say where on the axis they are and how long it sounded; what kind
 * of report that is follows from where they were before. Of several nodes any takes them (ADR 0073).
 */
import { LRUCache } from 'lru-cache'
import type { Context, Person } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { personOf } from '../../auth/auth-sources.ts'
import { getProgress } from '../../progress/progress.use-cases.ts'
import type { ShownItem } from './item.rules.ts'
import type { LibrarySources } from './library.ts'
import { beginPlay, type Opened, type OpenPlay, ownDevice, resumePlay } from './open-play.ts'
import { createPlayIds, type PlayIdSources } from './play-ids.ts'
import { report } from './play-reports.ts'
import { type Device, kindOf, type Sync } from './session.rules.ts'

export type PlaySources = LibrarySources & PlayIdSources

export interface Plays {
  readonly start: (item: ShownItem, begun: Begun, context: Context) => Promise<OpenPlay>
  readonly sync: (id: string, said: Sync & { readonly isOver: boolean }, context: Context) => Promise<void>
  /** Throws `notFound` for one that is somebody else's, or over. */
  readonly get: (id: string, context: Context) => Promise<Opened>
  /** Nothing is heard by its address any more, on no node. */
  readonly end: (id: string, context: Context) => Promise<void>
  /** The person whose play this is, as long as they are signed in at this door. Throws `unauthenticated`. */
  readonly listenerOf: (id: string) => Promise<Person>
  /** The work of a play whose sounds are asked for. Throws `notFound`. */
  readonly workOf: (id: string) => string
  /** Whether nobody closed it, as it is now. */
  readonly mayGoOn: (id: string) => Promise<boolean>
}

export interface Begun {
  readonly device: Device
  /** Where the work goes on. */
  readonly timeMs: number
}

/** What this node alone knows: a play needs none of it. */
const mostKept = 5_000

export function createPlays(sources: PlaySources): Plays {
  const devices = new LRUCache<string, Device>({ max: mostKept })
  const ids = createPlayIds(sources)

  const resume = async (id: string, timeMs: number | undefined, context: Context): Promise<Opened> => {
    const person = personOf(context)
    const named = await ids.check(id, person)
    const device = devices.get(id) ?? { id: undefined, name: '', player: 'unknown' }
    return resumePlay(sources, { id, named, device: ownDevice(device, person), timeMs }, context)
  }

  return {
    start: async (item, { device, timeMs }, context) => {
      const { progress } = await getProgress(sources, item.card.id, context)
      const named = { startedMs: sources.now().getTime(), startMs: timeMs, basedOn: progress?.revision ?? 0 }
      const person = personOf(context)
      const id = ids.make({ ...named, workId: item.card.id, sessionId: person.sessionId })
      devices.set(id, device)
      return beginPlay(item, { id, part: 0, named, device: ownDevice(device, person) })
    },
    sync: async (id, said, context) => {
      const { item, open } = await resume(id, said.timeMs, context)
      const totalMs = item.axis.totalMs
      const { play, kind } = after(open, { ...said, totalMs, nowMs: sources.now().getTime() })
      if (said.isOver) await ids.close(id, personOf(context))
      await report(sources, [{ item, play, kind }], context)
    },
    get: async (id, context) => {
      if (!ids.read(id) || (await ids.isClosed(id))) throw new AppError('notFound')
      return resume(id, undefined, context)
    },
    end: async (id, context) => {
      const person = personOf(context)
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

/** The play after a report. It sounded no longer than time passed. */
function after(open: OpenPlay, { timeMs: saidMs, listened: more, isOver, totalMs, nowMs }: Heard) {
  const timeMs = Math.min(saidMs, totalMs)
  const listened = open.listened + Math.min(more, Math.max(0, (nowMs - open.atMs) / 1000))
  const kind = kindOf({ beforeMs: open.timeMs, timeMs, totalMs, isOver })
  return { play: { ...open, n: open.n + 1, timeMs, listened, atMs: nowMs }, kind }
}

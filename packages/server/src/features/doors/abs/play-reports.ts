/** What was played, as reports of plays (ADR 0035), at once or later. */
import { createHash } from 'node:crypto'
import type { ProgressReport, ReportKind } from '@koedana/contract/progress.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { newToken } from '../../../lib/ids.ts'
import { personOf } from '../../auth/auth-sources.ts'
import { getProgress, saveProgress } from '../../progress/progress.use-cases.ts'
import { placeAt } from './axis.rules.ts'
import type { ShownItem } from './item.rules.ts'
import { type LibrarySources, readItem } from './library.ts'
import { beginningOf, beginPlay, type OpenPlay, ownDevice } from './open-play.ts'
import { kindOf, type LocalSession } from './session.rules.ts'

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
export async function report(
  sources: LibrarySources,
  all: readonly Reported[],
  context: Context,
): Promise<void> {
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
  const { progress } = await getProgress(sources, item.card.id, context)
  // What was heard elsewhere since it began, the app cannot have known.
  const isKnown = progress && Date.parse(progress.updatedAt) <= startedMs
  const play = beginningOf(item, { startedMs, startMs, basedOn: isKnown ? progress.revision : 0 })
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
  const { progress } = await getProgress(sources, item.card.id, context)
  const device = ownDevice({ id: undefined, name: '', player: '' }, personOf(context))
  const named = { startedMs: atMs, startMs: timeMs, basedOn: progress?.revision ?? 0 }
  const fresh = beginPlay(item, { id: newToken(), part: 0, named, device })
  const play = { ...fresh, play: { ...fresh.play, chosen: true } }
  await report(sources, [{ item, play, kind }], context)
}

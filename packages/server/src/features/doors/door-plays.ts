/**
 * Converts playback reports of apps to reports of plays (ADR 0035). Apps report a position but not a play, so the last play of each
 * session and work is remembered. After a long pause a new play begins.
 */
import type { ProgressReport, ReportKind } from '@koedana/contract/progress.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../http/context.ts'
import { newId } from '../../lib/ids.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { getProgress, type ProgressSources, saveProgress } from '../progress/progress.use-cases.ts'
import type { DoorWork } from './door-works.ts'

type HeardWork = Pick<DoorWork, 'key' | 'card'>

interface HeardSong {
  readonly work: HeardWork
  readonly track: Pick<DoorWork['tracks'][number], 'id'>
}

export interface PlaybackReport {
  readonly song: HeardSong
  /** Seconds into the track. */
  readonly position: number
  readonly kind: ReportKind
  /** Whether the listener has just chosen this position. */
  readonly isChosen: boolean
  /** The name that the app gives itself. */
  readonly client: string
}

export type ReportPlay = (said: PlaybackReport, context: Context) => Promise<void>

export interface PlayReporter {
  readonly report: ReportPlay
  /** Forgets the play of the work, so that its next report begins a new one. */
  readonly forget: (work: HeardWork, context: Context) => void
}

interface ActivePlay {
  readonly playId: string
  readonly play: ProgressReport['play']
  readonly n: number
  readonly fileId: string
  readonly position: number
  readonly listened: number
  readonly atMs: number
  /** The revision of the progress after the first report; a play on another device increases it. */
  readonly revision: number
}

const maxPlays = 5_000
/** A pause of this length ends a play. */
const maxPauseMs = 30 * 60_000

export function createPlayReporter(sources: ProgressSources): PlayReporter {
  const known = new LRUCache<string, ActivePlay>({ max: maxPlays })

  const nameOf = ({ key }: HeardWork, context: Context) => `${requirePerson(context).sessionId} ${key}`
  const revisionOf = async ({ work }: HeardSong, context: Context) =>
    (await getProgress(sources, work.card.id, context)).progress?.revision ?? 0

  const begun = async (said: PlaybackReport, context: Context): Promise<ActivePlay> => {
    const { song, position, isChosen } = said
    const revision = await revisionOf(song, context)
    const startedAt = sources.now().toISOString()
    const fileId = song.track.id
    const play = { basedOn: revision, startedAt, fileId, position, chosen: isChosen }
    const atMs = sources.now().getTime()
    return { playId: newId(), play, n: 0, fileId, position, listened: 0, atMs, revision }
  }

  /** A play continues after a short pause, unless the listener chooses a position after another play took over. */
  const isSame = async (
    { atMs, revision }: ActivePlay,
    { song, isChosen }: PlaybackReport,
    context: Context,
  ) =>
    sources.now().getTime() - atMs < maxPauseMs &&
    (!isChosen || (await revisionOf(song, context)) === revision)

  const report: ReportPlay = async (said, context) => {
    const { song, position, kind, client } = said
    const { sessionId } = requirePerson(context)
    const name = nameOf(song.work, context)
    const nowMs = sources.now().getTime()
    const last = known.get(name)
    const heard =
      last && (await isSame(last, said, context))
        ? heardOn(last, { said, nowMs })
        : await begun(said, context)
    known.set(name, heard)
    const at = new Date(nowMs).toISOString()
    const { playId, n, listened, play } = heard
    const one = { playId, n, kind, fileId: song.track.id, position, listened, at, play }
    const device = { id: sessionId, name: client.replaceAll(/\p{Cc}/gu, ' ').slice(0, 80) }
    const [progress] = await saveProgress(sources, { deviceNow: at, device, reports: [one] }, context)
    if (n === 0 && progress && known.get(name) === heard)
      known.set(name, { ...heard, revision: progress.revision })
  }

  return { report, forget: (work, context) => void known.delete(nameOf(work, context)) }
}

/** Returns the play after a report. The time played is the advance of the position, limited to the time that passed. */
function heardOn(
  last: ActivePlay,
  { said, nowMs }: { readonly said: PlaybackReport; readonly nowMs: number },
): ActivePlay {
  const passed = (nowMs - last.atMs) / 1000
  const wentOn = last.fileId === said.song.track.id ? said.position - last.position : passed
  const listened = last.listened + Math.max(0, Math.min(passed, wentOn))
  return {
    ...last,
    n: last.n + 1,
    fileId: said.song.track.id,
    position: said.position,
    listened,
    atMs: nowMs,
  }
}

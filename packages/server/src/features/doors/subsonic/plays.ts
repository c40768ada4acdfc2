/**
 * What apps say of playing, as reports of plays (ADR 0035). They say where they are and not which play it is, so that this
 * remembers the last one of each session and work; who comes back after a while plays anew.
 */
import type { ProgressReport, ReportKind } from '@koedana/contract/progress.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../http/context.ts'
import { newId } from '../../../lib/ids.ts'
import { personOf } from '../../auth/auth-sources.ts'
import { getProgress, type ProgressSources, saveProgress } from '../../progress/progress.use-cases.ts'
import type { ShownSong } from './library.ts'

export interface Said {
  readonly song: ShownSong
  /** Seconds into the song. */
  readonly position: number
  readonly kind: ReportKind
  /** Whether the listener has just chosen this position. */
  readonly isChosen: boolean
  /** The name by which the app calls itself. */
  readonly client: string
}

export type ReportPlay = (said: Said, context: Context) => Promise<void>

interface Heard {
  readonly playId: string
  readonly play: ProgressReport['play']
  readonly n: number
  readonly fileId: string
  readonly position: number
  readonly listened: number
  readonly atMs: number
}

const mostPlays = 5_000
/** A pause as long as this ends a play. */
const longestPauseMs = 30 * 60_000

export function createPlays(sources: ProgressSources): ReportPlay {
  const known = new LRUCache<string, Heard>({ max: mostPlays })

  const begun = async ({ song, position, isChosen }: Said, context: Context): Promise<Heard> => {
    const { progress } = await getProgress(sources, song.work.card.id, context)
    const startedAt = sources.now().toISOString()
    const fileId = song.track.id
    const play = { basedOn: progress?.revision ?? 0, startedAt, fileId, position, chosen: isChosen }
    return { playId: newId(), play, n: 0, fileId, position, listened: 0, atMs: sources.now().getTime() }
  }

  return async (said, context) => {
    const { song, position, kind, client } = said
    const { sessionId } = personOf(context)
    const name = `${sessionId} ${song.work.key}`
    const nowMs = sources.now().getTime()
    const last = known.get(name)
    const isSame = last !== undefined && nowMs - last.atMs < longestPauseMs
    const heard = isSame ? heardOn(last, { said, nowMs }) : await begun(said, context)
    known.set(name, heard)
    const at = new Date(nowMs).toISOString()
    const { playId, n, listened, play } = heard
    const report = { playId, n, kind, fileId: song.track.id, position, listened, at, play }
    const device = { id: sessionId, name: client.replaceAll(/\p{Cc}/gu, ' ').slice(0, 80) }
    await saveProgress(sources, { deviceNow: at, device, reports: [report] }, context)
  }
}

/** It sounded as long as the position went on, and no longer than time did. */
function heardOn(last: Heard, { said, nowMs }: { readonly said: Said; readonly nowMs: number }): Heard {
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

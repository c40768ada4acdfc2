/**
 * Brings the restored queue up to date: deleted works leave it, and the position that another device has reached in the work
 * that is loaded here is taken over.
 */
import { getProgress, type Progress } from '@koedana/contract/progress.ts'
import { onlineManager } from '@tanstack/react-query'
import { quietClient } from '../domain/quiet-client.ts'
import { isRecordingPaused } from '../domain/recording.ts'
import { isLoggedIn } from '../domain/session.ts'
import { withoutDeleted } from './deleted-works.ts'
import { currentOf, type Queue, withIndex } from './engine/queue.rules.ts'
import type { PlayerItem } from './player-item.ts'
import { isSynced, noteSynced, progressReports } from './progress-sender.ts'

export interface CatchUpPorts {
  readonly state: () => { readonly queue: Queue<PlayerItem>; readonly time: number }
  readonly adopt: (queue: Queue<PlayerItem>, time: number) => void
}

/** The longest time that a press of play waits for the server. */
const maxWaitMs = 2_500
const freshMs = 30_000

const call = quietClient()

/** Returns a check that resolves once the position is up to date, or undefined if there is nothing to wait for. */
export function createCatchUp({ state, adopt }: CatchUpPorts): () => Promise<void> | undefined {
  let current: Promise<void> | undefined
  let checked: { readonly workId: string | undefined; readonly atMs: number } | undefined
  const check = async (): Promise<void> => {
    const signal = AbortSignal.timeout(maxWaitMs)
    await dropDeleted(signal)
    const workId = currentOf(state().queue)?.workId
    if (workId !== undefined && isLoggedIn() && !isRecordingPaused()) await catchUp(workId, signal)
  }
  const dropDeleted = async (signal: AbortSignal) => {
    const { queue, time } = state()
    const left = await withoutDeleted(queue, signal)
    if (left !== queue && state().queue === queue)
      adopt(left, currentOf(left) === currentOf(queue) ? time : 0)
    if (!signal.aborted) checked = { workId: currentOf(state().queue)?.workId, atMs: performance.now() }
  }
  const catchUp = async (workId: string, signal: AbortSignal): Promise<void> => {
    const before = state()
    const progress = await progressOf(workId, signal)
    if (progress === undefined) {
      checked = undefined
      return
    }
    const now = state()
    const isSame = now.queue === before.queue && now.time === before.time
    const found = isSame && progress ? positionIn(now.queue, progress) : undefined
    if (progress && found) {
      adopt(found, progress.position)
      noteSynced(progress)
    }
  }
  return () => {
    const workId = currentOf(state().queue)?.workId
    if (workId === undefined || !onlineManager.isOnline()) return
    // Visitors have no positions elsewhere: their queue is checked once.
    if (checked && (!isLoggedIn() || isRecordingPaused())) return
    if (checked?.workId === workId && performance.now() - checked.atMs < freshMs) return
    current ??= check().finally(() => {
      current = undefined
    })
    return current
  }
}

/** Returns undefined if the server does not respond, or if reports of this device have not reached it yet. */
async function progressOf(workId: string, signal: AbortSignal): Promise<Progress | null | undefined> {
  if (signal.aborted) return undefined
  const ended = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined)),
  )
  await Promise.race([progressReports.flush(), ended])
  if (progressReports.hasUnsent || signal.aborted) return undefined
  const response = await call(getProgress, { params: { id: workId } }, signal).catch(() => undefined)
  if (response?.progress) progressReports.noteRevision(workId, response.progress.revision)
  return response?.progress
}

/** Returns undefined if this device reported the position, the work is finished, or the queue lacks the file. */
function positionIn(queue: Queue<PlayerItem>, progress: Progress): Queue<PlayerItem> | undefined {
  if (progress.finished || isSynced(progress)) return undefined
  const index = queue.items.findIndex(
    ({ workId, track }) => workId === progress.workId && track.id === progress.fileId,
  )
  return index < 0 ? undefined : withIndex(queue, index)
}

/** Adopts a newer playback position that another device reported for the loaded work. */
import { getProgress, type Progress } from '@koedana/contract/progress.ts'
import { onlineManager } from '@tanstack/react-query'
import { quietClient } from '../domain/quiet-client.ts'
import { isRecordingPaused } from '../domain/recording.ts'
import { isLoggedIn } from '../domain/session.ts'
import { currentOf, jumped, type Queue } from './engine/queue.rules.ts'
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
  let checked: { readonly workId: string; readonly atMs: number } | undefined
  const check = async (workId: string): Promise<void> => {
    const before = state()
    const progress = await progressOf(workId)
    if (progress === undefined) return
    checked = { workId, atMs: performance.now() }
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
    if (workId === undefined || !isLoggedIn() || isRecordingPaused() || !onlineManager.isOnline()) return
    if (checked?.workId === workId && performance.now() - checked.atMs < freshMs) return
    current ??= check(workId).finally(() => {
      current = undefined
    })
    return current
  }
}

/** Returns undefined if the server does not respond, or if reports of this device have not reached it yet. */
async function progressOf(workId: string): Promise<Progress | null | undefined> {
  const signal = AbortSignal.timeout(maxWaitMs)
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
  return index < 0 ? undefined : jumped(queue, index)
}

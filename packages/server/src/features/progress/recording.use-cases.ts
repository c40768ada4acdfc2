/** Pauses the recording of a person's listening history, for all devices and APIs. */
import type { Context } from '../../http/context.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { HistorySources } from './history.use-cases.ts'
import { deletePausesBefore, findOpenPause, upsertPause } from './hours.store.ts'
import { playRetentionMs } from './progress.rules.ts'
import { writeProgress } from './progress.store.ts'

export interface RecordingState {
  readonly pausedAt: string | null
}

export async function getRecording(
  { db }: Pick<HistorySources, 'db'>,
  context: Context,
): Promise<RecordingState> {
  return recordedOf(await findOpenPause(db, requirePerson(context).userKey))
}

/** Starts or ends a pause. Starting during a pause keeps its start time. */
export async function saveRecording(
  { database, now }: HistorySources,
  isPaused: boolean,
  context: Context,
): Promise<RecordingState> {
  const { userKey } = requirePerson(context)
  const nowMs = now().getTime()
  return writeProgress(database, async (tx) => {
    const openMs = await findOpenPause(tx, userKey)
    if ((openMs !== undefined) === isPaused) return recordedOf(openMs)
    await upsertPause(tx, userKey, { pausedMs: openMs ?? nowMs, resumedMs: isPaused ? undefined : nowMs })
    await deletePausesBefore(tx, userKey, nowMs - playRetentionMs)
    return recordedOf(isPaused ? nowMs : undefined)
  })
}

const recordedOf = (pausedMs: number | undefined): RecordingState => ({
  pausedAt: pausedMs === undefined ? null : new Date(pausedMs).toISOString(),
})

/** Pauses the recording of a person's listening history, for all devices and APIs. */
import type { Context } from '../../http/context.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { HistorySources } from './history.use-cases.ts'
import { deletePausesBefore, findOpenPause, upsertPause } from './hours.store.ts'
import { trailMs } from './progress.rules.ts'
import { writeProgress } from './progress.store.ts'

export interface Recorded {
  readonly pausedAt: string | null
}

export async function getRecording({ db }: Pick<HistorySources, 'db'>, context: Context): Promise<Recorded> {
  return recordedOf(await findOpenPause(db, personOf(context).userKey))
}

/** Starts or ends a pause. Starting during a pause keeps its start time. */
export async function saveRecording(
  { database, now }: HistorySources,
  isPaused: boolean,
  context: Context,
): Promise<Recorded> {
  const { userKey } = personOf(context)
  const nowMs = now().getTime()
  return writeProgress(database, async (tx) => {
    const openMs = await findOpenPause(tx, userKey)
    if ((openMs !== undefined) === isPaused) return recordedOf(openMs)
    await upsertPause(tx, userKey, { pausedMs: openMs ?? nowMs, resumedMs: isPaused ? undefined : nowMs })
    await deletePausesBefore(tx, userKey, nowMs - trailMs)
    return recordedOf(isPaused ? nowMs : undefined)
  })
}

const recordedOf = (pausedMs: number | undefined): Recorded => ({
  pausedAt: pausedMs === undefined ? null : new Date(pausedMs).toISOString(),
})

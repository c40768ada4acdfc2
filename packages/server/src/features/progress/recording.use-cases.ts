/** Whether the listening of one person is recorded: the pause holds for all devices and doors. */
import type { Context } from '../../http/context.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { HistorySources } from './history.use-cases.ts'
import type { RecordingPause } from './hours.rules.ts'
import { listPauses, upsertPause } from './hours.store.ts'
import { writeProgress } from './progress.store.ts'

export interface Recorded {
  readonly pausedAt: string | null
}

export async function getRecording({ db }: Pick<HistorySources, 'db'>, context: Context): Promise<Recorded> {
  const { userKey } = personOf(context)
  return recordedOf((await listPauses(db, [userKey])).get(userKey))
}

/** A pause that lasts goes on from when it began. */
export async function saveRecording(
  { database, now }: HistorySources,
  isPaused: boolean,
  context: Context,
): Promise<Recorded> {
  const { userKey } = personOf(context)
  const nowMs = now().getTime()
  return writeProgress(database, async (tx) => {
    const before = (await listPauses(tx, [userKey])).get(userKey)
    const wasPaused = before !== undefined && before.resumedMs === undefined
    if (wasPaused === isPaused) return recordedOf(before)
    const pause = {
      pausedMs: isPaused ? nowMs : (before?.pausedMs ?? nowMs),
      resumedMs: isPaused ? undefined : nowMs,
    }
    await upsertPause(tx, userKey, pause)
    return recordedOf(pause)
  })
}

const recordedOf = (pause: RecordingPause | undefined): Recorded => ({
  pausedAt: pause && pause.resumedMs === undefined ? new Date(pause.pausedMs).toISOString() : null,
})

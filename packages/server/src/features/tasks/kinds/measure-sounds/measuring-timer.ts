/** Starts measuring new tracks automatically from time to time. */
import type { TaskKind } from '@koedana/contract/values.ts'
import type { Db } from '../../../../db/schema.ts'
import type { Log } from '../../../../lib/log.ts'
import type { Ffmpeg } from '../../../library/forms/ffmpeg.ts'
import { hasUnmeasured } from '../../../library/measure/measurements.store.ts'
import { insertTask } from '../../task.store.ts'
import { findLatestTask } from '../../task-list.store.ts'
import type { Tasks } from '../../tasks.ts'

export interface MeasuringSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
  readonly forms: { readonly program: () => Promise<Ffmpeg | undefined> }
  readonly tasks: Pick<Tasks, 'wake'>
}

const kind: TaskKind = 'measure_sounds'
const everyMs = 5 * 60_000
const hourMs = 3_600_000
/** Waits longer after a cancellation, which is a request to stop, and after a failure, which is likely to repeat. */
const afterMs = { finished: hourMs, other: 24 * hourMs }

/** Starts the timer. Returns a function that stops it. */
export function startMeasuringTimer(sources: MeasuringSources): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = requestMeasuring(sources).catch((err: unknown) =>
      sources.log.warn({ err }, 'sounds could not be measured'),
    )
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

export async function requestMeasuring(sources: MeasuringSources): Promise<void> {
  const { db, write, now, forms, tasks } = sources
  const last = await findLatestTask(db, kind)
  if (last) {
    if (last.ended_at === null) return
    const waitMs = last.status === 'finished' ? afterMs.finished : afterMs.other
    if (now().getTime() - Date.parse(last.ended_at) < waitMs) return
  }
  if (!(await forms.program()) || !(await hasUnmeasured(db))) return
  const at = now().toISOString()
  const task = await insertTask(write, { kind, options: {}, userKey: null, retryOfKey: null, at })
  if (task) tasks.wake()
}

/** A task as it is shown. */
import type { Task } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import { rateOf, readPace, secondsLeft } from './pace.rules.ts'
import { readSummary } from './summary.rules.ts'
import type { TaskRow } from './task.store.ts'

export interface ShownTaskRow extends TaskRow {
  /** Public id of the task it tries again. */
  readonly retry_of: string | null
  readonly started_by: string | null
}

const Options = v.looseObject({})

export function taskOf(row: ShownTaskRow, now: Date): Task {
  const isAtWork = row.status === 'running' || row.status === 'stopping'
  const rate = isAtWork ? rateOf(readPace(row.pace), now.getTime(), row.done) : null
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    options: v.parse(Options, JSON.parse(row.options)),
    retryOf: row.retry_of,
    startedBy: row.started_by,
    phase: row.phase,
    current: row.current,
    progress: { done: row.done, total: row.total, failed: row.failed, skipped: row.skipped },
    rate,
    secondsLeft: secondsLeft(rate, row.done, row.total),
    summary: { ...readSummary(row.summary) },
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

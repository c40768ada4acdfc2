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
  const done = row.total === null ? row.done + row.ahead : Math.min(row.done + row.ahead, row.total)
  const rate = row.status === 'running' ? rateOf(readPace(row.pace), now.getTime(), done) : null
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    options: v.parse(Options, JSON.parse(row.options)),
    retryOf: row.retry_of,
    startedBy: row.started_by,
    phase: row.phase,
    current: row.current,
    progress: { done, total: row.total, failed: row.failed, skipped: row.skipped },
    rate,
    secondsLeft: secondsLeft(rate, done, row.total),
    summary: { ...readSummary(row.summary) },
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

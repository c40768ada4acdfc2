/** Defines the task state machine: each act with the status it leads to from each status. */

import type { Task } from '@koedana/contract/tasks.ts'
import { type Locale, type TaskStatus, taskStatuses } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { storedText } from '../../lib/messages/messages.rules.ts'
import { readCurrent } from './current-work.rules.ts'
import { rateOf, readPace, readSummary, secondsLeft } from './run/pace.rules.ts'
import type { TaskRow } from './task.store.ts'

type StatusTransitions = Readonly<Partial<Record<TaskStatus, TaskStatus>>>

/** Transitions that are not listed are not allowed. Ended tasks never change. */
export const statusTransitions = {
  /** A worker claims the task, or takes it over from a killed worker. */
  claim: { ready: 'running', running: 'running', stopping: 'stopping' },
  cancel: { ready: 'cancelled', running: 'stopping', stopping: 'stopping' },
  /** All work is done, even if it was canceled a moment before. */
  finish: { running: 'finished', stopping: 'finished' },
  fail: { running: 'failed', stopping: 'cancelled' },
  /** The worker stopped before all work was done. */
  stop: { stopping: 'cancelled' },
  /** The server stops, and the next start continues the task. */
  release: { running: 'running' },
} as const satisfies Readonly<Record<string, StatusTransitions>>

export type Act = keyof typeof statusTransitions

/** Returns undefined if the transition is not allowed. */
export function nextStatus(act: Act, from: TaskStatus): TaskStatus | undefined {
  const table: StatusTransitions = statusTransitions[act]
  return table[from]
}

/** Returns the statuses in which the act is allowed. */
export const listAllowedStatuses = (act: Act): readonly TaskStatus[] =>
  taskStatuses.filter((status) => nextStatus(act, status) !== undefined)

export const activeStatuses = ['ready', 'running', 'stopping'] as const satisfies readonly TaskStatus[]
export const endedStatuses = ['finished', 'cancelled', 'failed'] as const satisfies readonly TaskStatus[]

export const isEnded = (status: TaskStatus): boolean => endedStatuses.some((one) => one === status)

/** A task with the columns that responses need. */
export interface ShownTaskRow extends TaskRow {
  /** Public ID of the task that this one retries. */
  readonly retry_of: string | null
  readonly started_by: string | null
}

const Options = v.looseObject({})

export function taskOf(row: ShownTaskRow, now: Date, locale: Locale): Task {
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
    ...readCurrent(row.current),
    progress: { done, total: row.total, failed: row.failed, skipped: row.skipped },
    rate,
    secondsLeft: secondsLeft(rate, done, row.total),
    summary: { ...readSummary(row.summary) },
    error: row.error === null ? null : storedText(row.error, locale),
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

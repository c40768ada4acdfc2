/** Stores what a worker reports about a task: steps, outcomes and log lines. */
import type { TaskLine } from '@koedana/contract/tasks.ts'
import type { Db } from '../../../db/schema.ts'
import { storedMessages } from '../../../lib/messages/messages.rules.ts'
import type { Lease } from '../task.store.ts'
import type { ReportedItem, Step } from './job.ts'
import { addCounts, addSample, type Pace, readSummary, totalAfter } from './pace.rules.ts'

export interface StepReport {
  readonly step: Step
  readonly current: string | null
  /** Items checked but not yet written, including the items of this step. */
  readonly ahead: number
  readonly pace: Pace
  readonly now: Date
  readonly leaseUntil: string
}

export interface Written {
  /** As stored, in JSON. */
  readonly checkpoint: string
  readonly done: number
  readonly pace: Pace
}

/**
 * Returns the progress after the step. Returns undefined if the task was canceled or belongs to another worker: then the transaction
 * must be rolled back.
 */
export async function writeStep(tx: Db, lease: Lease, report: StepReport): Promise<Written | undefined> {
  const { step, now } = report
  const before = await running(tx, lease)
  if (!before) return undefined
  const { summary, failed, skipped } = addCounts(readSummary(before.summary), step.counts ?? {})
  const done = before.done + (step.done ?? 0)
  const ahead = Math.max(0, report.ahead - (step.done ?? 0))
  // The speed of one phase does not predict the next.
  const pace = addSample(step.phase === before.phase ? report.pace : [], now.getTime(), done + ahead)
  const checkpoint = JSON.stringify(step.checkpoint ?? null)
  const result = await tx
    .updateTable('task')
    .set({
      phase: step.phase,
      checkpoint,
      current: report.current,
      lease_until: report.leaseUntil,
      total: totalAfter(before, step),
      summary: JSON.stringify(summary),
      pace: JSON.stringify(pace),
      done,
      ahead,
      failed,
      skipped,
    })
    .where('key', '=', lease.key)
    .where('worker', '=', lease.worker)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) return undefined
  await insertItems(tx, lease.key, { step, at: now.toISOString() })
  return { checkpoint, done, pace }
}

export interface NewLine {
  readonly at: string
  readonly level: TaskLine['level']
  /** Stored messages. */
  readonly text: string
}

export async function insertLines(tx: Db, taskKey: number, lines: readonly NewLine[]): Promise<void> {
  for (let start = 0; start < lines.length; start += rowsPerInsert) {
    const rows = lines.slice(start, start + rowsPerInsert).map((line) => ({ task_key: taskKey, ...line }))
    await tx.insertInto('task_line').values(rows).execute()
  }
}

const rowsPerInsert = 1_000

const running = (tx: Db, { key, worker }: Lease) =>
  tx
    .selectFrom('task')
    .select(['phase', 'total', 'summary', 'done'])
    .where('key', '=', key)
    .where('worker', '=', worker)
    .where('status', '=', 'running')
    .executeTakeFirst()

async function insertItems(tx: Db, taskKey: number, { step, at }: { step: Step; at: string }): Promise<void> {
  const items = step.items ?? []
  for (let start = 0; start < items.length; start += rowsPerInsert) {
    const rows = items.slice(start, start + rowsPerInsert).map(({ item, name, outcome, reason }) => ({
      task_key: taskKey,
      phase: step.phase,
      item,
      name: storedName(name),
      outcome,
      reason: reason ?? null,
      at,
    }))
    await tx.insertInto('task_item').values(rows).execute()
  }
}

const storedName = (name: ReportedItem['name']): string | null =>
  typeof name === 'object' && name !== null ? storedMessages([name]) : (name ?? null)

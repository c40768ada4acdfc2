import type { TaskLine, TaskOutcome } from '@koedana/contract/tasks.ts'
import type { TaskKind, TaskStatus } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { activeStatuses, type ShownTaskRow } from './lifecycle.rules.ts'

export interface TasksQuery {
  readonly kind: TaskKind | undefined
  readonly status: TaskStatus | undefined
  readonly limit: number
  readonly offset: number
}

/** Newest first. */
export async function listTaskPage(
  db: Db,
  { kind, status, limit, offset }: TasksQuery,
): Promise<{ rows: readonly ShownTaskRow[]; total: number }> {
  let counted = db.selectFrom('task')
  let found = shown(db)
  if (kind !== undefined) {
    counted = counted.where('kind', '=', kind)
    found = found.where('task.kind', '=', kind)
  }
  if (status !== undefined) {
    counted = counted.where('status', '=', status)
    found = found.where('task.status', '=', status)
  }
  const { total } = await counted
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found.orderBy('task.key', 'desc').limit(limit).offset(offset).execute()
  return { rows, total: Number(total) }
}

export function findTaskRow(db: Db, id: string): Promise<ShownTaskRow | undefined> {
  return shown(db).where('task.id', '=', id).executeTakeFirst()
}

/** Lists up to 30 tasks that have not ended or ended after that instant, newest first. */
export function listRecentTasks(db: Db, endedAfter: string): Promise<ShownTaskRow[]> {
  return shown(db)
    .where((e) => e.or([e('task.status', 'in', activeStatuses), e('task.ended_at', '>', endedAfter)]))
    .orderBy('task.key', 'desc')
    .limit(maxRecent)
    .execute()
}

const maxRecent = 30

export interface ItemsQuery {
  readonly outcome: TaskOutcome | undefined
  readonly limit: number
  readonly offset: number
}

/** Items are in reported order. */
export async function listItemPage(db: Db, taskKey: number, { outcome, limit, offset }: ItemsQuery) {
  let found = db.selectFrom('task_item').where('task_key', '=', taskKey)
  if (outcome !== undefined) found = found.where('outcome', '=', outcome)
  const { total } = await found
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .select(['phase', 'item', 'name', 'outcome', 'reason', 'at'])
    .orderBy('key')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: Number(total) }
}

export async function hasFailedItems(db: Db, taskKey: number): Promise<boolean> {
  const { total } = await listItemPage(db, taskKey, { outcome: 'failed', limit: 1, offset: 0 })
  return total > 0
}

/** Oldest first. */
export function listLines(db: Db, taskKey: number, after: number): Promise<TaskLine[]> {
  return db
    .selectFrom('task_line')
    .select(['key as seq', 'at', 'level', 'text'])
    .where('task_key', '=', taskKey)
    .where('key', '>', after)
    .orderBy('key')
    .limit(linesAtOnce)
    .execute()
}

const linesAtOnce = 200

export interface LineCursor {
  readonly taskKey: number
  readonly after: number
}

/** Each task has its own cursor, since lines of different tasks may be committed in another order than their keys. */
export async function listLinesAfter(db: Db, cursors: readonly LineCursor[]) {
  if (cursors.length === 0) return []
  return db
    .selectFrom('task_line')
    .select(['task_key', 'key as seq', 'at', 'level', 'text'])
    .where((e) =>
      e.or(cursors.map(({ taskKey, after }) => e.and([e('task_key', '=', taskKey), e('key', '>', after)]))),
    )
    .orderBy('key')
    .limit(linesAtOnce)
    .execute()
}

/** Returns 0 if there are no lines. */
export async function latestLine(db: Db): Promise<number> {
  const row = await db
    .selectFrom('task_line')
    .select((e) => e.fn.max('key').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

const shown = (db: Db) =>
  db
    .selectFrom('task')
    .leftJoin('task as retried', 'retried.key', 'task.retry_of_key')
    .leftJoin('user', 'user.key', 'task.user_key')
    .selectAll('task')
    .select(['retried.id as retry_of', 'user.username as started_by'])

/** Returns the latest task of a kind, or undefined if there is none. */
export const findLatestTask = (
  db: Db,
  kind: TaskKind,
): Promise<Pick<ShownTaskRow, 'status' | 'ended_at'> | undefined> =>
  db
    .selectFrom('task')
    .select(['status', 'ended_at'])
    .where('kind', '=', kind)
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst()

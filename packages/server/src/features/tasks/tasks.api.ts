/** Tasks, as administrators order, watch and stop them. */
import { defaultPageSize } from '@koedana/contract/rules.ts'
import type { cancelTask, createTask, getTask, listTasks, retryTask, Task } from '@koedana/contract/tasks.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { isEnded } from './lifecycle.rules.ts'
import { type ShownTaskRow, taskOf } from './task.rules.ts'
import { cancelTaskRow, insertTask, type NewTask } from './task.store.ts'
import { findTaskRow, hasFailedItems, listTaskPage } from './task-list.store.ts'
import type { Tasks } from './tasks.ts'

export interface TaskApiSources {
  /** Reads. */
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly tasks: Tasks
}

export function listTasksHandler({ db, now }: TaskApiSources): Handler<typeof listTasks> {
  return async ({ query: { kind, status, page = 1, pageSize } }) => {
    const limit = pageSize ?? defaultPageSize
    const { rows, total } = await listTaskPage(db, { kind, status, limit, offset: (page - 1) * limit })
    const at = now()
    return { items: rows.map((row) => taskOf(row, at)), total, page, pageSize: limit }
  }
}

export function createTaskHandler(sources: TaskApiSources): Handler<typeof createTask> {
  return async ({ body: { kind, options = {} } }, { person }) =>
    order(sources, { kind, options, userKey: person?.userKey ?? null, retryOfKey: null })
}

export function getTaskHandler({ db, now }: TaskApiSources): Handler<typeof getTask> {
  return async ({ params: { id } }) => taskOf(await getTaskRow(db, id), now())
}

export function cancelTaskHandler({ write, now, tasks }: TaskApiSources): Handler<typeof cancelTask> {
  return async ({ params: { id } }) => {
    const isMoved = await cancelTaskRow(write, id, now().toISOString())
    const row = await getTaskRow(write, id)
    if (!isMoved && row.status !== 'cancelled') throw new AppError('taskEnded')
    tasks.wake()
    return taskOf(row, now())
  }
}

export function retryTaskHandler(sources: TaskApiSources): Handler<typeof retryTask> {
  return async ({ params: { id } }, { person }) => {
    const { db } = sources
    const row = await getTaskRow(db, id)
    if (!isEnded(row.status)) throw new AppError('taskAtWork')
    // There is nothing to try again; one that ended early is tried again whole.
    if (row.status === 'finished' && !(await hasFailedItems(db, row.key))) throw new AppError('refused')
    const { kind, key } = row
    const options: unknown = JSON.parse(row.options)
    return order(sources, { kind, options, userKey: person?.userKey ?? null, retryOfKey: key })
  }
}

async function order({ write, now, tasks }: TaskApiSources, ordered: Omit<NewTask, 'at'>): Promise<Task> {
  const inserted = await insertTask(write, { ...ordered, at: now().toISOString() })
  if (!inserted) throw new AppError('taskAtWork')
  const shown = await getTaskRow(write, inserted.id)
  tasks.wake()
  return taskOf(shown, now())
}

export async function getTaskRow(db: Db, id: string): Promise<ShownTaskRow> {
  const row = await findTaskRow(db, id)
  if (!row) throw new AppError('notFound')
  return row
}

/** What a task has to tell: its items one by one, and its log. */
import { defaultPageSize } from '@koedana/contract/rules.ts'
import type { getTaskLog, listTaskItems } from '@koedana/contract/tasks.ts'
import type { Handler } from '../../http/context.ts'
import { listItemPage, listLines } from './task-list.store.ts'
import { getTaskRow, type TaskApiSources } from './tasks.api.ts'

export function listTaskItemsHandler({ db }: TaskApiSources): Handler<typeof listTaskItems> {
  return async ({ params: { id }, query: { outcome, page = 1, pageSize } }) => {
    const limit = pageSize ?? defaultPageSize
    const { key } = await getTaskRow(db, id)
    const { rows, total } = await listItemPage(db, key, { outcome, limit, offset: (page - 1) * limit })
    return { items: rows, total, page, pageSize: limit }
  }
}

export function getTaskLogHandler({ db }: TaskApiSources): Handler<typeof getTaskLog> {
  return async ({ params: { id }, query: { after = 0 } }) => {
    const { key } = await getTaskRow(db, id)
    return { lines: await listLines(db, key, after) }
  }
}

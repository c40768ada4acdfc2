import { Readable } from 'node:stream'
import type {
  cancelTask,
  createTask,
  followTasks,
  getTask,
  getTaskLog,
  listTaskItems,
  listTasks,
  retryTask,
  Task,
  TaskItem,
} from '@koedana/contract/tasks.ts'
import { defaultPageSize, type Locale, roleOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { Context, Handler, Person } from '../../http/context.ts'
import { acceptedLocaleOf } from '../../lib/accepted-locale.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { storedText } from '../../lib/messages/messages.rules.ts'
import type { OpenStreams } from '../library/media/open-streams.ts'
import { isEnded, type ShownTaskRow, taskOf } from './lifecycle.rules.ts'
import { cancelTaskRow, insertTask, type NewTask } from './task.store.ts'
import { findTaskRow, hasFailedItems, listItemPage, listLines, listTaskPage } from './task-list.store.ts'
import type { Tasks } from './tasks.ts'
import { eventText, heartbeatText } from './watch/events.rules.ts'
import type { TaskFeed } from './watch/task-feed.ts'

/** Returns the language of messages: English for scripts that name none. */
const messageLocaleOf = ({ headers }: Pick<Context, 'headers'>): Locale =>
  acceptedLocaleOf(headers['accept-language']) ?? 'en-US'

export interface TaskApiSources {
  /** Connection for reads. */
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly tasks: Tasks
}

export function listTasksHandler({ db, now }: TaskApiSources): Handler<typeof listTasks> {
  return async ({ query: { kind, status, page = 1, pageSize } }, context) => {
    const limit = pageSize ?? defaultPageSize
    const { rows, total } = await listTaskPage(db, { kind, status, limit, offset: (page - 1) * limit })
    const [at, locale] = [now(), messageLocaleOf(context)]
    return { items: rows.map((row) => taskOf(row, at, locale)), total, page, pageSize: limit }
  }
}

export function createTaskHandler(sources: TaskApiSources): Handler<typeof createTask> {
  return async ({ body: { kind, options = {} } }, context) => {
    const userKey = context.person?.userKey ?? null
    return orderTask(sources, { kind, options, userKey, retryOfKey: null }, context)
  }
}

export function getTaskHandler({ db, now }: TaskApiSources): Handler<typeof getTask> {
  return async ({ params: { id } }, context) =>
    taskOf(await getTaskRow(db, id), now(), messageLocaleOf(context))
}

export function cancelTaskHandler({ write, now, tasks }: TaskApiSources): Handler<typeof cancelTask> {
  return async ({ params: { id } }, context) => {
    const isMoved = await cancelTaskRow(write, id, now().toISOString())
    const row = await getTaskRow(write, id)
    if (!isMoved && row.status !== 'cancelled') throw new AppError('taskEnded')
    tasks.wake()
    return taskOf(row, now(), messageLocaleOf(context))
  }
}

export function retryTaskHandler(sources: TaskApiSources): Handler<typeof retryTask> {
  return async ({ params: { id } }, context) => {
    const { db } = sources
    const row = await getTaskRow(db, id)
    if (!isEnded(row.status)) throw new AppError('taskAtWork')
    // Rejected, because there is nothing to retry. Failed or canceled tasks without failed items are retried completely.
    if (row.status === 'finished' && !(await hasFailedItems(db, row.key))) throw new AppError('refused')
    const { kind, key } = row
    const options: unknown = JSON.parse(row.options)
    const userKey = context.person?.userKey ?? null
    return orderTask(sources, { kind, options, userKey, retryOfKey: key }, context)
  }
}

/** Throws `taskAtWork` if another task of this kind has not ended. */
export async function orderTask(
  { write, now, tasks }: TaskApiSources,
  ordered: Omit<NewTask, 'at'>,
  context: Pick<Context, 'headers'>,
): Promise<Task> {
  const inserted = await insertTask(write, { ...ordered, at: now().toISOString() })
  if (!inserted) throw new AppError('taskAtWork')
  const shown = await getTaskRow(write, inserted.id)
  tasks.wake()
  return taskOf(shown, now(), messageLocaleOf(context))
}

async function getTaskRow(db: Db, id: string): Promise<ShownTaskRow> {
  const row = await findTaskRow(db, id)
  if (!row) throw new AppError('notFound')
  return row
}

export function listTaskItemsHandler({ db }: TaskApiSources): Handler<typeof listTaskItems> {
  return async ({ params: { id }, query: { outcome, page = 1, pageSize } }, context) => {
    const limit = pageSize ?? defaultPageSize
    const { key } = await getTaskRow(db, id)
    const { rows, total } = await listItemPage(db, key, { outcome, limit, offset: (page - 1) * limit })
    const locale = messageLocaleOf(context)
    return { items: rows.map((row) => itemOf(row, locale)), total, page, pageSize: limit }
  }
}

/** The name of a rejected line is the reason, as a stored message. Other names come from elsewhere and are plain text. */
const itemOf = (item: TaskItem, locale: Locale): TaskItem =>
  item.reason === 'feedLineRefused' && item.name !== null
    ? { ...item, name: storedText(item.name, locale) }
    : item

export function getTaskLogHandler({ db }: TaskApiSources): Handler<typeof getTaskLog> {
  return async ({ params: { id }, query: { after = 0 } }, context) => {
    const { key } = await getTaskRow(db, id)
    const [lines, locale] = [await listLines(db, key, after), messageLocaleOf(context)]
    return { lines: lines.map((line) => ({ ...line, text: storedText(line.text, locale) })) }
  }
}

export interface EventSources {
  readonly tasks: Pick<Tasks, 'feed'>
  readonly streams: OpenStreams
  readonly findPerson: (sessionId: string) => Promise<Person | undefined>
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Requests proxies not to buffer the response.
  'x-accel-buffering': 'no',
} as const

/** GET /admin/tasks/events: streams task changes while the user is an administrator. */
export function followTasksHandler(sources: EventSources): Handler<typeof followTasks> {
  const { tasks, streams, findPerson } = sources
  const open = new Map<number, number>()
  return async (_request, context) => {
    const { method, person } = context
    if (!person) throw new AppError('unauthenticated')
    if (method === 'HEAD') return { status: 200, headers }
    const { sessionId, userKey, expiresAt } = person
    const held = open.get(userKey) ?? 0
    const total = [...open.values()].reduce((sum, count) => sum + count, 0)
    if (held >= maxStreamsPerUser || total >= maxStreams) throw new AppError('tooManyRequests')
    const body = eventStream(tasks.feed, messageLocaleOf(context))
    open.set(userKey, held + 1)
    body.once('close', () => {
      const left = (open.get(userKey) ?? 1) - 1
      if (left > 0) open.set(userKey, left)
      else open.delete(userKey)
    })
    const isAllowed = async () => (await findPerson(sessionId))?.user.role === roleOf.admin
    streams.watch(body, { isAllowed, until: expiresAt })
    return { status: 200, headers, body }
  }
}

/** Concurrent streams of one administrator on all devices. */
export const maxStreamsPerUser = 20
/** Concurrent streams of all administrators in one server thread. Each holds a connection. */
export const maxStreams = 60
const heartbeatMs = 15_000
/** Closes the stream of a client that reads too slowly. It may reconnect and start over. */
export const maxWaitingBytes = 1024 * 1024

export function eventStream(feed: TaskFeed, locale: Locale): Readable {
  const stream = new Readable({ read: () => undefined })
  const send = (text: string) => {
    if (stream.destroyed || stream.readableEnded) return
    stream.push(text)
    if (stream.readableLength > maxWaitingBytes) stream.destroy(new Error('the reader is too slow'))
  }
  // Sends a comment at once, so that the client knows that the stream is open.
  send(heartbeatText)
  const timer = setInterval(() => send(heartbeatText), heartbeatMs)
  const stopListening = feed.listen({
    locale,
    onTask: (task) => send(eventText('task', task)),
    onLine: (line) => send(eventText('line', line)),
    onClose: () => {
      stream.push(null)
    },
  })
  stream.once('close', () => {
    clearInterval(timer)
    stopListening()
  })
  return stream
}

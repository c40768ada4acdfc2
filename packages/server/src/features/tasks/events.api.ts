/** GET /admin/tasks/events: tasks as they go, for as long as the administrator is one. */
import { Readable } from 'node:stream'
import type { followTasks } from '@koedana/contract/tasks.ts'
import { roleOf } from '@koedana/contract/values.ts'
import type { Handler } from '../../http/context.ts'
import type { Person } from '../../http/person.ts'
import { AppError } from '../../lib/app-error.ts'
import type { OpenStreams } from '../library/media/open-streams.ts'
import { eventText, heartbeatText } from './events.rules.ts'
import type { TaskFeed } from './task-feed.ts'
import type { Tasks } from './tasks.ts'

export interface EventSources {
  readonly tasks: Pick<Tasks, 'feed'>
  readonly streams: OpenStreams
  readonly findPerson: (sessionId: string) => Promise<Person | undefined>
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that gather an answer before they pass it on are asked not to.
  'x-accel-buffering': 'no',
} as const

export function followTasksHandler(sources: EventSources): Handler<typeof followTasks> {
  const { tasks, streams, findPerson } = sources
  const open = new Map<number, number>()
  return async (_asked, { method, person }) => {
    if (!person) throw new AppError('unauthenticated')
    if (method === 'HEAD') return { status: 200, headers }
    const { sessionId, userKey, expiresAt } = person
    const held = open.get(userKey) ?? 0
    if (held >= mostOfPerson) throw new AppError('tooManyRequests')
    const body = eventStream(tasks.feed)
    open.set(userKey, held + 1)
    body.once('close', () => open.set(userKey, (open.get(userKey) ?? 1) - 1))
    const isAllowed = async () => (await findPerson(sessionId))?.user.role === roleOf.admin
    streams.watch(body, { isAllowed, until: expiresAt })
    return { status: 200, headers, body }
  }
}

/** Pages that are open at once, on all devices of an administrator. */
export const mostOfPerson = 20
const heartbeatMs = 15_000
/** Of a reader who does not keep up; afterwards it may come again and start anew. */
export const mostWaitingBytes = 1024 * 1024

export function eventStream(feed: TaskFeed): Readable {
  const stream = new Readable({ read: () => undefined })
  const send = (text: string) => {
    if (stream.destroyed || stream.readableEnded) return
    stream.push(text)
    if (stream.readableLength > mostWaitingBytes) stream.destroy(new Error('the reader is too slow'))
  }
  // At once, so that whoever asked knows that it is listened to.
  send(heartbeatText)
  const timer = setInterval(() => send(heartbeatText), heartbeatMs)
  const stopListening = feed.listen({
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

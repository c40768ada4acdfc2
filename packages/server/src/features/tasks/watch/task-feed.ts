/** Sends task changes to listeners. Reads them from the database, so that tasks of all servers are included. */
import type { Task, TaskLineOfTask } from '@koedana/contract/tasks.ts'
import { defaultLocale, type Locale } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/schema.ts'
import type { Log } from '../../../lib/log.ts'
import { storedText } from '../../../lib/messages/messages.rules.ts'
import { type ShownTaskRow, taskOf } from '../lifecycle.rules.ts'
import { latestLine, listLinesAfter, listRecentTasks } from '../task-list.store.ts'

export interface TaskFeed {
  /** Sends the recent tasks now, then every change. Returns a function that stops listening. */
  readonly listen: (listener: FeedListener) => () => void
  /** Call it after writing task changes. They are read now instead of within a second. */
  readonly wake: () => void
  /** Listeners are closed at once if the feed is not open. */
  readonly open: () => void
  readonly close: () => void
}

export interface FeedListener {
  /** The language of its messages. */
  readonly locale: Locale
  readonly onTask: (task: Task) => void
  readonly onLine: (line: TaskLineOfTask) => void
  readonly onClose: () => void
}

export interface FeedSources extends CursorSources {
  readonly log: Log
}

/** Up to ten polls per second after wake-ups, one per second otherwise. */
const shortestMs = 100
const maxMs = 1_000

export function createTaskFeed(sources: FeedSources): TaskFeed {
  const listeners = new Set<FeedListener>()
  let polling: TaskPolling | undefined
  let isOpen = false
  return {
    listen: (listener) => {
      if (!isOpen) {
        listener.onClose()
        return () => undefined
      }
      listeners.add(listener)
      if (polling) for (const seen of polling.known()) listener.onTask(shownTo(listener, seen))
      else polling = startPolling(sources, listeners)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        polling?.stop()
        polling = undefined
      }
    },
    wake: () => polling?.wake(),
    open: () => {
      isOpen = true
    },
    close: () => {
      isOpen = false
      polling?.stop()
      for (const { onClose } of listeners) onClose()
    },
  }
}

interface TaskPolling {
  readonly known: () => readonly SeenTask[]
  readonly wake: () => void
  readonly stop: () => void
}

/** Polls while there are listeners. */
function startPolling(sources: FeedSources, listeners: ReadonlySet<FeedListener>): TaskPolling {
  const cursor = createFeedCursor(sources)
  const poll = async () => {
    const { tasks, lines } = await cursor.poll()
    for (const listener of listeners) {
      for (const seen of tasks) listener.onTask(shownTo(listener, seen))
      for (const line of lines) listener.onLine({ ...line, text: storedText(line.text, listener.locale) })
    }
  }
  const again = repeatedly(() =>
    poll().catch((error: unknown) => sources.log.warn({ err: error }, 'tasks could not be reported')),
  )
  return { known: cursor.known, ...again }
}

/** Runs at once, soon after each wake-up, and every `maxMs` without one. */
function repeatedly(act: () => Promise<void>): Pick<TaskPolling, 'wake' | 'stop'> {
  let timer: NodeJS.Timeout | undefined
  let isWanted = true
  let isStopped = false
  let lastEnd = 0
  const run = async () => {
    timer = undefined
    isWanted = false
    await act()
    lastEnd = Date.now()
    if (!isStopped) timer = setTimeout(run, isWanted ? shortestMs : maxMs)
  }
  void run()
  return {
    wake: () => {
      if (isWanted || isStopped) return
      isWanted = true
      if (!timer) return
      clearTimeout(timer)
      timer = setTimeout(run, Math.max(0, lastEnd + shortestMs - Date.now()))
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** A task as it was at a time; its messages are still stored ones. */
interface SeenTask {
  readonly row: ShownTaskRow
  readonly at: Date
}

const shownTo = ({ locale }: FeedListener, { row, at }: SeenTask): Task => taskOf(row, at, locale)

/** A position in what happens to tasks: each poll returns what is new since the previous one. Messages are stored ones. */
export interface FeedCursor {
  readonly poll: () => Promise<{
    readonly tasks: readonly SeenTask[]
    readonly lines: readonly TaskLineOfTask[]
  }>
  /** Returns the tasks as they were at the last poll. */
  readonly known: () => readonly SeenTask[]
}

interface CursorSources {
  readonly db: Db
  readonly now: () => Date
}

/** How long an ended task is still read. */
const recentMs = 60_000
/** Limits memory on a server that runs for years. Far more than one poll reads. */
const maxTasks = 1_000

function createFeedCursor({ db, now }: CursorSources): FeedCursor {
  let known = new Map<string, SeenTask & { readonly json: string }>()
  const lastLines = new LRUCache<number, number>({ max: maxTasks })
  let firstLine: number | undefined

  return {
    known: () => [...known.values()],
    poll: async () => {
      firstLine ??= await latestLine(db)
      const before = known
      const at = now()
      const rows = await listRecentTasks(db, new Date(at.getTime() - recentMs).toISOString())
      const after = firstLine
      const cursors = rows.map(({ key }) => ({ taskKey: key, after: lastLines.get(key) ?? after }))
      const lines = await listLinesAfter(db, cursors)
      for (const line of lines) lastLines.set(line.task_key, line.seq)
      const seen = rows.toReversed().map((row) => {
        return { row, at, json: JSON.stringify(taskOf(row, at, defaultLocale)) }
      })
      known = new Map(seen.map((one) => [one.row.id, one]))
      const ids = new Map(rows.map(({ key, id }) => [key, id]))
      return {
        tasks: seen.filter(({ row, json }) => before.get(row.id)?.json !== json),
        lines: lines.map(({ task_key, ...line }) => ({ task: ids.get(task_key) ?? '', ...line })),
      }
    },
  }
}

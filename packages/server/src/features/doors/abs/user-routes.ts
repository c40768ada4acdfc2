/** The routes for a user's own data: progress, bookmarks, and listening statistics. */

import { HistoryEntry } from '@koedana/contract/history.ts'
import { findWorkKey } from '@koedana/contract/values.ts'
import { WorkCard } from '@koedana/contract/works.ts'
import * as v from 'valibot'
import type { Bytes, Context } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listHistory } from '../../progress/history.use-cases.ts'
import { hourMs } from '../../progress/hours.rules.ts'
import { getStatistics } from '../../progress/statistics.use-cases.ts'
import { type AccountSources, okResponse, readMe } from './account.ts'
import { metadataOf } from './item.rules.ts'
import { readItem, readItems } from './library.ts'
import type { LibrarySources } from './library-sources.ts'
import { readYearStats } from './library-stats.ts'
import {
  changeProgress,
  deleteItemBookmark,
  listAllProgress,
  listItemBookmarks,
  listItemsInProgress,
  postponeWork,
  readProgress,
  resetProgress,
  saveItemBookmark,
} from './progress.ts'
import { numberOf, type Query } from './query.rules.ts'
import { dateOf, dayOfWeek, sessionOf } from './session.rules.ts'
import { timeOf } from './time-axis.rules.ts'

type Handle = (request: DoorRequest, context: Context) => unknown

const get = (path: string, handle: Handle): DoorRoute => ({
  method: 'GET',
  access: 'user',
  rate: 'read',
  path: `/api/me/${path}`,
  handle,
})

const change = (method: DoorRoute['method'], path: string, handle: Handle): DoorRoute => ({
  method,
  access: 'user',
  rate: 'write',
  path: `/api/me/${path}`,
  handle,
})

export const userRoutes = (sources: AccountSources): readonly DoorRoute[] => [
  ...progressRoutes(sources),
  ...bookmarkRoutes(sources),
  get('items-in-progress', ({ query }, context) =>
    listItemsInProgress(sources, Math.min(numberOf(query.limit) || 25, maxItems), context),
  ),
  get('stats/year/:year', ({ params }, context) => readYearStats(sources, params.year ?? '', context)),
  get('listening-stats', (_request, context) => readStatistics(sources, context)),
  get('listening-sessions', ({ query }, context) => listSessions(sources, query, context)),
  get('item/listening-sessions/:id', ({ params, query }, context) =>
    listSessionsOf(sources, { id: params.id ?? '', query }, context),
  ),
]

const progressRoutes = (sources: AccountSources): readonly DoorRoute[] => [
  get('progress', async (_request, context) => ({ mediaProgress: await listAllProgress(sources, context) })),
  get('progress/:id', ({ params }, context) => readProgress(sources, params.id ?? '', context)),
  get('progress/:id/remove-from-continue-listening', async ({ params }, context) => {
    await postponeWork(sources, params.id ?? '', context)
    return readMe(sources, context)
  }),
  change('PATCH', 'progress/batch/update', ({ body }, context) => changeAll(sources, body, context)),
  change('PATCH', 'progress/:id', async ({ params, body }, context) => {
    await changeProgress(sources, { id: params.id ?? '', body }, context)
    return okResponse
  }),
  change('DELETE', 'progress/:id', async ({ params }, context) => {
    await resetProgress(sources, params.id ?? '', context)
    return okResponse
  }),
]

const bookmarkRoutes = (sources: AccountSources): readonly DoorRoute[] => [
  get('bookmarks', async (_request, context) => ({
    bookmarks: await listItemBookmarks(sources, undefined, context),
  })),
  get('bookmarks/:id', async ({ params }, context) => ({
    bookmarks: await listItemBookmarks(sources, params.id, context),
  })),
  change('POST', 'item/:id/bookmark', ({ params, body }, context) =>
    saveItemBookmark(sources, { id: params.id ?? '', body, isNew: true }, context),
  ),
  change('PATCH', 'item/:id/bookmark', ({ params, body }, context) =>
    saveItemBookmark(sources, { id: params.id ?? '', body, isNew: false }, context),
  ),
  change('DELETE', 'item/:id/bookmark/:time', async ({ params: { id = '', time = '' } }, context) => {
    await deleteItemBookmark(sources, { id, time }, context)
    return okResponse
  }),
]

const maxItems = 100

const maxChanges = 500

const Changes = v.pipe(
  v.array(v.looseObject({ libraryItemId: v.string() })),
  v.minLength(1),
  v.maxLength(maxChanges),
)

/** PATCH /me/progress/batch/update. A rejected entry does not stop the others. */
async function changeAll(sources: AccountSources, body: unknown, context: Context): Promise<Bytes> {
  const said = v.safeParse(Changes, body)
  if (!said.success) throw new AppError('malformed')
  for (const one of said.output) {
    await changeProgress(sources, { id: one.libraryItemId, body: one }, context).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
  return okResponse
}

const maxMs = 400 * 24 * hourMs

const recentSessions = 10

/** GET /me/listening-stats. Days are UTC days. */
async function readStatistics(sources: LibrarySources, context: Context) {
  const now = sources.now()
  const from = new Date(now.getTime() - maxMs).toISOString()
  const { hours, works } = await getStatistics(sources, { from, to: now.toISOString() }, context)
  const [byDate, byDay] = [new Map<string, number>(), new Map<string, number>()]
  const add = (sums: Map<string, number>, name: string, seconds: number) =>
    sums.set(name, (sums.get(name) ?? 0) + seconds)
  for (const { hour, seconds } of hours) {
    const date = new Date(hour * hourMs)
    add(byDate, dateOf(date), seconds)
    add(byDay, dayOfWeek(date), seconds)
  }
  return {
    totalTime: hours.reduce((sum, { seconds }) => sum + seconds, 0),
    items: await heardItems(sources, works, context),
    days: Object.fromEntries(byDate),
    dayOfWeek: Object.fromEntries(byDay),
    today: byDate.get(dateOf(now)) ?? 0,
    recentSessions: (await sessionsIn(sources, { page: 1, pageSize: recentSessions }, context)).sessions,
  }
}

const HeardWork = v.object({ work: WorkCard, seconds: v.number() })

async function heardItems(sources: LibrarySources, works: readonly Buffer[], context: Context) {
  const seconds = new Map(
    works.map((json) => {
      const heard = v.parse(HeardWork, JSON.parse(json.toString()))
      return [findWorkKey(heard.work.id) ?? 0, heard.seconds]
    }),
  )
  const items = await readItems(sources, [...seconds.keys()], context)
  const entries = items.map((item) => {
    const { id } = item.card
    const mediaMetadata = metadataOf(item)
    return [id, { id, timeListening: seconds.get(item.key) ?? 0, mediaMetadata }]
  })
  return Object.fromEntries(entries)
}

interface Paged {
  readonly page: number
  readonly pageSize: number
}

const maxAtOnce = 100

/** How many history entries are searched for one work. */
const maxLookedAt = 1_000

/** GET /me/listening-sessions. */
async function listSessions(sources: LibrarySources, query: Query, context: Context) {
  const { page, pageSize } = pageOf(query)
  const { sessions, total } = await sessionsIn(sources, { page: page + 1, pageSize }, context)
  return { total, numPages: Math.ceil(total / pageSize), page, itemsPerPage: pageSize, sessions }
}

/** GET /me/item/listening-sessions/:id. */
async function listSessionsOf(
  sources: LibrarySources,
  { id, query }: { readonly id: string; readonly query: Query },
  context: Context,
) {
  const { card } = await readItem(sources, id, context)
  const { page, pageSize } = pageOf(query)
  const all = (await sessionsIn(sources, { page: 1, pageSize: maxLookedAt }, context)).sessions
  const sessions = all.filter(({ libraryItemId }) => libraryItemId === card.id)
  return {
    total: sessions.length,
    numPages: Math.ceil(sessions.length / pageSize),
    page,
    itemsPerPage: pageSize,
    sessions: sessions.slice(page * pageSize, (page + 1) * pageSize),
  }
}

const pageOf = ({ page, itemsPerPage }: Query): Paged => ({
  page: Math.min(numberOf(page) ?? 0, 1_000_000),
  pageSize: Math.min(numberOf(itemsPerPage) || 10, maxAtOnce),
})

/** Works that this API does not show are left out. */
async function sessionsIn(sources: LibrarySources, paged: Paged, context: Context) {
  const { items: entries, total } = await listHistory(sources, paged, context)
  const history = entries.map((json) => v.parse(HistoryEntry, JSON.parse(json.toString())))
  const keys = [...new Set(history.flatMap(({ work }) => findWorkKey(work.id) ?? []))]
  const items = new Map((await readItems(sources, keys, context)).map((item) => [item.card.id, item]))
  const sessions = history.flatMap(({ id, work, start, end, listened, startedAt, endedAt, device }) => {
    const item = items.get(work.id)
    if (!item) return []
    const on = ({ fileId, position }: typeof start) =>
      timeOf(item.axis, item.tracks, { fileId, positionMs: position * 1000 })
    const times = {
      startMs: on(start),
      timeMs: on(end),
      startedMs: Date.parse(startedAt),
      updatedMs: Date.parse(endedAt),
    }
    const reported = { id, listened, ...times, device: { id: undefined, name: device, player: 'unknown' } }
    return [sessionOf(item, reported, requirePerson(context).user.id)]
  })
  return { sessions, total }
}

/** How long a person listened, and when: by the same sums and the same history as our own pages. */
import { HistoryEntry } from '@koedana/contract/history.ts'
import { findWorkKey } from '@koedana/contract/values.ts'
import { WorkCard } from '@koedana/contract/works.ts'
import * as v from 'valibot'
import type { Context } from '../../../http/context.ts'
import { personOf } from '../../auth/auth-sources.ts'
import { listHistory } from '../../progress/history.use-cases.ts'
import { hourMs } from '../../progress/hours.rules.ts'
import { getStatistics } from '../../progress/statistics.use-cases.ts'
import { timeOf } from './axis.rules.ts'
import { metadataOf } from './item.rules.ts'
import { type LibrarySources, readItem, readItems } from './library.ts'
import { numberOf, type Query } from './query.rules.ts'
import { dateOf, dayOfWeek, sessionOf } from './session.rules.ts'

const longestMs = 400 * 24 * hourMs
const recentSessions = 10

/** GET /me/listening-stats. Days are those of UTC. */
export async function readStatistics(sources: LibrarySources, context: Context) {
  const now = sources.now()
  const from = new Date(now.getTime() - longestMs).toISOString()
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

const mostAtOnce = 100
/** How much of the history is looked through for one work. */
const mostLookedAt = 1_000

/** GET /me/listening-sessions. */
export async function listSessions(sources: LibrarySources, query: Query, context: Context) {
  const { page, pageSize } = pageOf(query)
  const { sessions, total } = await sessionsIn(sources, { page: page + 1, pageSize }, context)
  return { total, numPages: Math.ceil(total / pageSize), page, itemsPerPage: pageSize, sessions }
}

/** GET /me/item/listening-sessions/:id. */
export async function listSessionsOf(
  sources: LibrarySources,
  { id, query }: { readonly id: string; readonly query: Query },
  context: Context,
) {
  const { card } = await readItem(sources, id, context)
  const { page, pageSize } = pageOf(query)
  const all = (await sessionsIn(sources, { page: 1, pageSize: mostLookedAt }, context)).sessions
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
  pageSize: Math.min(numberOf(itemsPerPage) || 10, mostAtOnce),
})

/** What the door does not show is left out. */
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
    const told = { id, listened, ...times, device: { id: undefined, name: device, player: 'unknown' } }
    return [sessionOf(item, told, personOf(context).user.id)]
  })
  return { sessions, total }
}

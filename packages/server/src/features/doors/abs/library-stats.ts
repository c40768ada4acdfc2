/** Statistics for the library and for a year (advplyr/audiobookshelf, LibraryController.js `stats`, queries/userStats.js). */
import { HistoryEntry } from '@koedana/contract/history.ts'
import { WorkCard } from '@koedana/contract/works.ts'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { readInSteps } from '../../../lib/steps.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listHistory } from '../../progress/history.use-cases.ts'
import { hourMs } from '../../progress/hours.rules.ts'
import { listLatestProgress } from '../../progress/progress.store.ts'
import { getStatistics } from '../../progress/statistics.use-cases.ts'
import { listEntities, rankEntities } from '../door-entities.ts'
import { preferredOf, type ShownItem } from './item.rules.ts'
import { readItems } from './library.ts'
import type { LibrarySources } from './library-sources.ts'
import { cacheKeyOf, listAllKeys } from './ordered-keys.ts'
import { itemProgressOf } from './progress.ts'

const most = 10
const maxGenres = 1_000
const step = 50

type LibraryTotals = Awaited<ReturnType<typeof sumLibrary>>

interface Summed {
  readonly sources: LibrarySources
  readonly context: Context
}

const caches = new WeakMap<LibrarySources['catalogue'], LRUCache<string, LibraryTotals, Summed>>()

/** GET /libraries/:id/stats, over the works that the user may see. */
export async function readLibraryStats(sources: LibrarySources, context: Context) {
  const cache =
    caches.get(sources.catalogue) ??
    new LRUCache<string, LibraryTotals, Summed>({
      max: 100,
      fetchMethod: (_name, _stale, { context: summed }) => sumLibrary(summed),
    })
  caches.set(sources.catalogue, cache)
  const totals = await cache.forceFetch(cacheKeyOf(sources, context), { context: { sources, context } })
  const makers = rankEntities(sources, { kind: 'makers', page: { offset: 0, count: maxGenres } }, context)
  const genres = listEntities(sources, { kind: 'genres', page: { offset: 0, count: maxGenres } }, context)
  return {
    ...totals,
    totalAuthors: makers.total,
    authorsWithCount: makers.items
      .toSorted((one, other) => other.workCount - one.workCount)
      .slice(0, most)
      .map(({ id, name, workCount }) => ({ id, name, count: workCount })),
    totalGenres: genres.length,
    genresWithCount: genres
      .toSorted((one, other) => other.workCount - one.workCount)
      .map(({ name, workCount }) => ({ genre: name, count: workCount })),
  }
}

async function sumLibrary({ sources, context }: Summed) {
  const [largest, longest]: [Sized[], Sized[]] = [[], []]
  let [totalItems, totalSize, totalMs, numAudioTracks] = [0, 0, 0, 0]
  const keys = await listAllKeys(sources, context)
  for await (const items of readInSteps(keys, step, (some) => readItems(sources, some, context))) {
    for (const item of items) {
      const sized = sizedOf(item)
      totalItems += 1
      totalSize += sized.size
      totalMs += item.axis.totalMs
      numAudioTracks += item.axis.stretches.length
      largest.push(sized)
      longest.push(sized)
    }
    keepMost(largest, ({ size }) => size)
    keepMost(longest, ({ duration }) => duration)
  }
  return {
    totalItems,
    totalSize,
    totalDuration: totalMs / 1000,
    numAudioTracks,
    largestItems: largest.map(({ id, title, size }) => ({ id, title, size })),
    longestItems: longest.map(({ id, title, duration }) => ({ id, title, duration })),
  }
}

interface Sized {
  readonly id: string
  readonly title: string
  readonly size: number
  /** Seconds. */
  readonly duration: number
}

const sizedOf = (item: ShownItem): Sized => ({
  id: item.card.id,
  title: item.card.title,
  size: preferredOf(item).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  duration: item.axis.totalMs / 1000,
})

function keepMost(items: Sized[], measure: (item: Sized) => number): void {
  items.sort((one, other) => measure(other) - measure(one))
  items.length = Math.min(items.length, most)
}

const maxSessions = 10_000
const maxFinished = 10_000
const maxShown = 3
const maxCovers = 25
const maxFinishedCovers = 5

const HeardWork = v.object({ work: WorkCard, seconds: v.number() })

/** GET /me/stats/year/:year. Days are UTC days. Throws `malformed` for an invalid year. */
export async function readYearStats(sources: LibrarySources, text: string, context: Context) {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  if (year < 2000 || year > 9998) throw new AppError('malformed')
  const [from, to] = [`${year}-01-01T00:00:00.000Z`, `${year + 1}-01-01T00:00:00.000Z`]
  const { hours, works, workCount, makers, artists } = await getStatistics(sources, { from, to }, context)
  const heard = works.map((json) => v.parse(HeardWork, JSON.parse(json.toString())))
  const months = new Map<number, number>()
  for (const { hour, seconds } of hours) {
    const month = new Date(hour * hourMs).getUTCMonth()
    months.set(month, (months.get(month) ?? 0) + seconds)
  }
  const [busiestMonth] = [...months].sort(([, one], [, other]) => other - one)
  const finished = await listFinished(sources, { fromMs: Date.parse(from), toMs: Date.parse(to) }, context)
  const total = Math.round(hours.reduce((sum, { seconds }) => sum + seconds, 0))
  const [narrator] = artists
  const [longest] = finished.toSorted((one, other) => other.item.axis.totalMs - one.item.axis.totalMs)
  return {
    totalListeningSessions: await countSessions(sources, { from, to }, context),
    totalListeningTime: total,
    totalBookListeningTime: total,
    totalPodcastListeningTime: 0,
    topAuthors: makers.slice(0, maxShown).map(({ name, seconds }) => ({ name, time: Math.round(seconds) })),
    topGenres: topGenres(heard),
    mostListenedNarrator: narrator ? { name: narrator.name, time: Math.round(narrator.seconds) } : null,
    mostListenedMonth: busiestMonth ? { month: busiestMonth[0], time: Math.round(busiestMonth[1]) } : null,
    numBooksFinished: finished.length,
    numBooksListened: workCount,
    longestAudiobookFinished: longest
      ? {
          id: longest.item.card.id,
          title: longest.item.card.title,
          duration: Math.round(longest.item.axis.totalMs / 1000),
          finishedAt: new Date(longest.finishedMs).toISOString(),
        }
      : null,
    booksWithCovers: heard.slice(0, maxCovers).map(({ work }) => work.id),
    finishedBooksWithCovers: finished.slice(0, maxFinishedCovers).map(({ item }) => item.card.id),
  }
}

function topGenres(heard: readonly v.InferOutput<typeof HeardWork>[]) {
  const sums = new Map<string, number>()
  for (const { work, seconds } of heard)
    for (const { name } of work.genres) sums.set(name, (sums.get(name) ?? 0) + seconds)
  return [...sums]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxShown)
    .map(([genre, seconds]) => ({ genre, time: Math.round(seconds) }))
}

interface Years {
  readonly fromMs: number
  readonly toMs: number
}

async function listFinished(sources: LibrarySources, { fromMs, toMs }: Years, context: Context) {
  const rows = await listLatestProgress(sources.db, requirePerson(context).userKey, maxFinished)
  const within = rows.filter(({ finished_ms }) => {
    const ms = finished_ms === null ? -1 : Number(finished_ms)
    return ms >= fromMs && ms < toMs
  })
  const rowOf = new Map(within.map((row) => [row.work_key, row]))
  return (await readItems(sources, [...rowOf.keys()], context)).flatMap((item) => {
    const row = rowOf.get(item.key)
    const heard = row && itemProgressOf(item, row)
    return heard?.finishedMs ? [{ item, finishedMs: heard.finishedMs }] : []
  })
}

/** Counts the plays in the history. Plays are kept for 90 days, so older ones are not counted. */
async function countSessions(
  sources: LibrarySources,
  { from, to }: { readonly from: string; readonly to: string },
  context: Context,
): Promise<number> {
  const { items } = await listHistory(sources, { page: 1, pageSize: maxSessions }, context)
  return items.filter((json) => {
    const { startedAt } = v.parse(HistoryEntry, JSON.parse(json.toString()))
    return startedAt >= from && startedAt < to
  }).length
}

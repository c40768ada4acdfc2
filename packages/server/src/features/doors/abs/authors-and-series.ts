/** Circles as authors, voice actors as narrators, and series, with the works of each. */
import { SearchText, type WorkFilter } from '@koedana/contract/filters.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { readInSteps } from '../../../lib/steps.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listProgress } from '../../progress/progress.store.ts'
import { listEntities, rankEntities, type ShownEntity } from '../door-entities.ts'
import { libraryId, minifiedItemOf, type ShownItem } from './item.rules.ts'
import { streamResults } from './json-stream.ts'
import { findItems, minifyItems } from './library.ts'
import type { LibrarySources } from './library-sources.ts'
import { itemProgressOf } from './progress.ts'
import {
  encodeBase64Param,
  mirrorSpan,
  numberOf,
  pageOf,
  type Query,
  requestedFilterOf,
  spanOf,
} from './query.rules.ts'

const maxNames = 5_000
/** Longer lists of one circle or series are truncated. */
const maxWorks = 500
const everything = { offset: 0, count: maxNames }

/** The time at which a circle was added is not recorded. */
const authorOf = ({ id, name, workCount }: ShownEntity) => ({
  id,
  asin: null,
  name,
  lastFirst: name,
  description: null,
  imagePath: null,
  libraryId,
  addedAt: 0,
  updatedAt: 0,
  numBooks: workCount,
})

const narratorOf = ({ name, workCount }: ShownEntity) => ({
  id: encodeBase64Param(name),
  name,
  numBooks: workCount,
})

const seriesOf = ({ id, name }: ShownEntity, items: readonly ShownItem[]) => ({
  id,
  name,
  nameIgnorePrefix: name,
  description: null,
  libraryId,
  addedAt: Math.max(0, ...items.map(({ addedMs }) => addedMs)),
  updatedAt: Math.max(0, ...items.map(({ updatedMs }) => updatedMs)),
})

/** Throws `notFound` if the user can see no work of the entity. */
function readEntity(sources: LibrarySources, kind: EntityKind, id: string, context: Context): ShownEntity {
  const key = sources.dictionary.findKey(kind, id)
  const [entity] = key === undefined ? [] : listEntities(sources, { kind, only: new Set([key]) }, context)
  if (!entity) throw new AppError('notFound')
  return entity
}

async function itemsOf(sources: LibrarySources, filter: WorkFilter, context: Context, most = maxWorks) {
  const span = { offset: 0, limit: most }
  return (await findItems(sources, { filter, query: {}, span }, context)).items
}

/** GET /libraries/:id/authors, in pages or all at once. */
export function listAuthors(sources: LibrarySources, query: Query, context: Context) {
  const { page, limit } = pageOf(query)
  if (limit === undefined)
    return { authors: listEntities(sources, { kind: 'makers', page: everything }, context).map(authorOf) }
  const { items, total } = namesOfPage(sources, 'makers', query, context)
  return {
    results: items.map(authorOf),
    total,
    limit,
    page,
    sortBy: query.sort ?? null,
    sortDesc: query.desc === '1',
  }
}

/** Always sorts by name, whatever order the app requests. */
function namesOfPage(sources: LibrarySources, kind: EntityKind, query: Query, context: Context) {
  const span = spanOf(pageOf(query))
  const read = ({ offset, limit }: typeof span) =>
    rankEntities(sources, { kind, page: { offset, count: limit } }, context)
  if (query.desc !== '1') return read(span)
  const { total } = read({ offset: 0, limit: 1 })
  return { items: read(mirrorSpan(span, total)).items.toReversed(), total }
}

/** GET /authors/:id?include=items,series. */
export async function readAuthor(sources: LibrarySources, id: string, query: Query, context: Context) {
  const author = readEntity(sources, 'makers', id, context)
  const include = (query.include ?? '').split(',')
  if (!include.includes('items')) return authorOf(author)
  const items = await itemsOf(sources, { makers: [author.id] }, context)
  const series = Map.groupBy(
    items.filter((item) => item.series !== undefined),
    (item) => item.series?.id ?? '',
  )
  return {
    ...authorOf(author),
    libraryItems: await minifyItems(items),
    ...(include.includes('series') && {
      series: [...series].map(([seriesId, some]) => ({
        id: seriesId,
        name: some[0]?.series?.name ?? '',
        items: some.map(minifiedItemOf),
      })),
    }),
  }
}

/** GET /libraries/:id/narrators. */
export const listNarrators = (sources: LibrarySources, context: Context) => ({
  narrators: listEntities(sources, { kind: 'artists', page: everything }, context).map(narratorOf),
})

/** Longer lists are streamed while they are read, since each entry contains its works. */
const maxSeries = 100
const maxShown = 50

/** GET /libraries/:id/series, or the series of one author. */
export async function listSeries(sources: LibrarySources, query: Query, context: Context) {
  const { page, limit } = pageOf(query)
  const requested = requestedFilterOf(query)
  const { items, total } =
    requested?.group === 'authors'
      ? await seriesBy(sources, requested.value, context)
      : namesOfPage(sources, 'series', query, context)
  const read = async (some: readonly ShownEntity[]) => {
    const results = []
    for (const one of some) results.push(await readSeriesWithBooks(sources, one, context))
    return results
  }
  const head = { total, limit: limit ?? 0, page, sortBy: query.sort ?? null, sortDesc: query.desc === '1' }
  if (items.length > maxSeries) return streamResults(readInSteps(items, 10, read), head)
  return { results: await read(items), ...head }
}

async function seriesBy(sources: LibrarySources, makerId: string, context: Context) {
  if (sources.dictionary.findKey('makers', makerId) === undefined) return { items: [], total: 0 }
  const works = await itemsOf(sources, { makers: [makerId] }, context)
  const keys = new Set(
    works.flatMap(({ series }) => sources.dictionary.findKey('series', series?.id ?? '') ?? []),
  )
  const items = listEntities(
    sources,
    { kind: 'series', only: keys, page: { offset: 0, count: maxSeries } },
    context,
  )
  return { items, total: items.length }
}

/** Returns a series with its first books, in the form of series lists. */
export async function readSeriesWithBooks(sources: LibrarySources, one: ShownEntity, context: Context) {
  const items = await itemsOf(sources, { series: [one.id] }, context, maxShown)
  return {
    ...seriesOf(one, items),
    numBooks: one.workCount,
    nameIgnorePrefixSort: one.name,
    type: 'series',
    totalDuration: items.reduce((sum, { axis }) => sum + axis.totalMs, 0) / 1000,
    books: items.map(minifiedItemOf),
  }
}

/** GET /series/:id?include=progress and GET /libraries/:library/series/:id. */
export async function readSeries(sources: LibrarySources, id: string, query: Query, context: Context) {
  const series = readEntity(sources, 'series', id, context)
  const items = await itemsOf(sources, { series: [series.id] }, context)
  const shown = { ...seriesOf(series, items), books: items.map(minifiedItemOf) }
  if (!(query.include ?? '').split(',').includes('progress')) return shown
  const finished = await finishedOf(sources, items, context)
  const ids = (some: readonly ShownItem[]) => some.map(({ card }) => card.id)
  const isFinished = finished.length === items.length
  return {
    ...shown,
    progress: { libraryItemIds: ids(items), libraryItemIdsFinished: ids(finished), isFinished },
  }
}

async function finishedOf(sources: LibrarySources, items: readonly ShownItem[], context: Context) {
  const keys = items.map(({ key }) => key)
  const rows = await listProgress(sources.db, [requirePerson(context).userKey], keys)
  const rowOf = new Map(rows.map((row) => [row.work_key, row]))
  return items.filter((item) => {
    const row = rowOf.get(item.key)
    return row !== undefined && itemProgressOf(item, row)?.isFinished === true
  })
}

/** GET /libraries/:id/filterdata. */
export function readFilterData(sources: LibrarySources, context: Context) {
  const listOf = (kind: EntityKind) => listEntities(sources, { kind, page: everything }, context)
  const named = ({ id, name }: ShownEntity) => ({ id, name })
  const [authors, series] = [listOf('makers').map(named), listOf('series').map(named)]
  return {
    authors,
    genres: listOf('genres').map(({ name }) => name),
    tags: [],
    series,
    narrators: listOf('artists').map(({ name }) => name),
    languages: [],
    publishers: authors.map(({ name }) => name),
    publishedDecades: [],
    authorCount: authors.length,
    seriesCount: series.length,
    podcastCount: 0,
    numIssues: 0,
  }
}

/** GET /libraries/:id/search. Throws `malformed` if the text is empty or not a valid search text. */
export async function search(sources: LibrarySources, query: Query, context: Context) {
  const text = v.safeParse(SearchText, (query.q ?? '').trim())
  if (!text.success || text.output === '') throw new AppError('malformed')
  const q = text.output
  const count = Math.min(numberOf(query.limit) || 12, 100)
  const named = (kind: EntityKind) =>
    listEntities(sources, { kind, text: q, page: { offset: 0, count } }, context)
  const items = await itemsOf(sources, { q }, context, count)
  const series = []
  for (const one of named('series')) {
    const { books, ...rest } = await readSeriesWithBooks(sources, one, context)
    series.push({ series: rest, books })
  }
  return {
    book: items.map((item) => ({ libraryItem: minifiedItemOf(item) })),
    narrators: named('artists').map(narratorOf),
    tags: [],
    genres: named('genres').map(({ name, workCount }) => ({ name, numItems: workCount })),
    series,
    authors: named('makers').map(authorOf),
  }
}

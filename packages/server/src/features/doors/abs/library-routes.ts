/** The routes by which apps browse the library, and the rows of its home page. */

import type { WorkFilter } from '@koedana/contract/filters.ts'
import * as v from 'valibot'
import type { Context } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { findContinued } from '../../progress/progress.use-cases.ts'
import { listEntities } from '../door-entities.ts'
import { library } from './account.ts'
import {
  listAuthors,
  listNarrators,
  listSeries,
  readAuthor,
  readFilterData,
  readSeries,
  readSeriesWithBooks,
  search,
} from './authors-and-series.ts'
import { expandedItemOf, libraryId, minifiedItemOf, progressOf, type ShownItem } from './item.rules.ts'
import { findItems, listItems, readItem, readItems } from './library.ts'
import type { LibrarySources } from './library-sources.ts'
import { readLibraryStats } from './library-stats.ts'
import { playlistWriteRoutes } from './playlist-writes.ts'
import {
  type AbsPlaylistSources,
  countPlaylists,
  getPlaylist,
  listPlaylists,
  pagePlaylists,
} from './playlists.ts'
import { findItemProgress } from './progress.ts'
import { numberOf, pageOf, type Query } from './query.rules.ts'

type Handle = (request: DoorRequest, context: Context) => unknown

const get = (path: string, handle: Handle): DoorRoute => ({
  method: 'GET',
  access: 'user',
  rate: 'read',
  path,
  handle,
})

const playlistRoutes = (sources: AbsPlaylistSources): readonly DoorRoute[] => [
  get('/api/collections', () => ({ collections: [] })),
  get('/api/playlists', (_request, context) => listPlaylists(sources, context)),
  get('/api/playlists/:id', ({ params }, context) => getPlaylist(sources, params.id ?? '', context)),
  ...playlistWriteRoutes(sources),
]

export function libraryRoutes(sources: AbsPlaylistSources): readonly DoorRoute[] {
  /** Registers a route below the only library; other library IDs are not found. */
  const inside = (path: string, handle: Handle) =>
    get(`/api/libraries/:library${path}`, (request, context) => {
      if (request.params.library !== libraryId) throw new AppError('notFound')
      return handle(request, context)
    })
  return [
    ...playlistRoutes(sources),
    get('/api/libraries', () => ({ libraries: [library] })),
    inside('', async ({ query }, context) => {
      if (!includes(query.include, 'filterdata')) return library
      const filterdata = readFilterData(sources, context)
      return { filterdata, issues: 0, numUserPlaylists: await countPlaylists(sources, context), library }
    }),
    inside('/items', ({ query }, context) => listItems(sources, query, context)),
    inside('/personalized', ({ query }, context) => listShelves(sources, query, context)),
    inside('/filterdata', (_request, context) => readFilterData(sources, context)),
    inside('/search', ({ query }, context) => search(sources, query, context)),
    inside('/authors', ({ query }, context) => listAuthors(sources, query, context)),
    inside('/narrators', (_request, context) => listNarrators(sources, context)),
    inside('/series', ({ query }, context) => listSeries(sources, query, context)),
    inside('/series/:id', ({ params, query }, context) =>
      readSeries(sources, params.id ?? '', query, context),
    ),
    inside('/stats', (_request, context) => readLibraryStats(sources, context)),
    // Always empty: only administrators of audiobookshelf create collections.
    inside('/collections', ({ query }) => emptyPage(query)),
    inside('/playlists', ({ query }, context) => pagePlaylists(sources, query, context)),
    get('/api/series/:id', ({ params, query }, context) =>
      readSeries(sources, params.id ?? '', query, context),
    ),
    get('/api/authors/:id', ({ params, query }, context) =>
      readAuthor(sources, params.id ?? '', query, context),
    ),
    get('/api/items/:id', (request, context) => readOne(sources, request, context)),
    {
      method: 'POST',
      access: 'user',
      rate: 'read',
      path: '/api/items/batch/get',
      handle: ({ body }, context) => readBatch(sources, body, context),
    },
  ]
}

const includes = (include: string | undefined, name: string) => (include ?? '').split(',').includes(name)

function emptyPage(query: DoorRequest['query']) {
  const { page, limit = 0 } = pageOf(query)
  return { results: [], total: 0, limit, page }
}

async function readOne(sources: LibrarySources, { params, query }: DoorRequest, context: Context) {
  const item = await readItem(sources, params.id ?? '', context)
  if (!includes(query.include, 'progress')) return expandedItemOf(item)
  const heard = await findItemProgress(sources, item, context)
  const userMediaProgress = heard ? progressOf(item, heard, requirePerson(context).user.id) : null
  return { ...expandedItemOf(item), userMediaProgress }
}

const Batch = v.looseObject({ libraryItemIds: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(500)) })

/** POST /items/batch/get. Works that are not visible are left out. */
async function readBatch(sources: LibrarySources, body: unknown, context: Context) {
  const said = v.safeParse(Batch, body)
  if (!said.success) throw new AppError('malformed')
  const keys = new Set(
    said.output.libraryItemIds.flatMap((id) => sources.dictionary.findKey('works', id) ?? []),
  )
  return { libraryItems: (await readItems(sources, [...keys], context)).map(expandedItemOf) }
}

const defaultShelfItems = 10
const maxShelfItems = 50
const maxSeries = 5

interface Shelf {
  readonly id: string
  readonly label: string
  readonly labelStringKey: string
  readonly type: 'book' | 'series'
  readonly entities: readonly object[]
  readonly total: number
}

/** GET /libraries/:id/personalized. Empty rows are left out. */
async function listShelves(sources: LibrarySources, query: Query, context: Context): Promise<Shelf[]> {
  const count = Math.min(numberOf(query.limit) || defaultShelfItems, maxShelfItems)
  const { continued, finished } = await findContinued(sources, { count }, context)
  const read = async (keys: readonly number[]) => readItems(sources, keys, context)
  const find = async (filter: WorkFilter, sort: string) => {
    const span = { offset: 0, limit: count }
    return (await findItems(sources, { filter, query: { sort, desc: '1' }, span }, context)).items
  }
  const recent = await find({}, 'addedAt')
  const shelves = [
    books('continue-listening', 'Continue Listening', await read(continued.map(({ workKey }) => workKey))),
    books('recently-added', 'Recently Added', recent),
    await recentSeries(sources, recent, context),
    books('discover', 'Discover', await find({ heard: false }, 'random')),
    books('listen-again', 'Listen Again', await read(finished.slice(0, count))),
  ]
  return shelves.filter(({ entities }) => entities.length > 0)
}

const shelf = (id: string, label: string, type: Shelf['type'], entities: readonly object[]): Shelf => ({
  id,
  label,
  labelStringKey: `Label${label.replaceAll(' ', '')}`,
  type,
  entities,
  total: entities.length,
})

const books = (id: string, label: string, items: readonly ShownItem[]) =>
  shelf(id, label, 'book', items.map(minifiedItemOf))

async function recentSeries(sources: LibrarySources, recent: readonly ShownItem[], context: Context) {
  const ids = [...new Set(recent.flatMap(({ series }) => series?.id ?? []))].slice(0, maxSeries)
  const keys = new Set(ids.flatMap((id) => sources.dictionary.findKey('series', id) ?? []))
  const found = keys.size === 0 ? [] : listEntities(sources, { kind: 'series', only: keys }, context)
  const entities = []
  for (const one of found) entities.push(await readSeriesWithBooks(sources, one, context))
  return shelf('recent-series', 'Recent Series', 'series', entities)
}

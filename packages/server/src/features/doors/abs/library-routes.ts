/** The calls by which apps go through the library. */

import { findWorkKey } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Context } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { personOf } from '../../auth/auth-sources.ts'
import { library } from './account.ts'
import { expandedOf, libraryId, progressOf } from './item.rules.ts'
import { type LibrarySources, listItems, readItem, readItems } from './library.ts'
import {
  listAuthors,
  listNarrators,
  listSeries,
  readAuthor,
  readFilterData,
  readSeries,
  search,
} from './people.ts'
import { findHeard } from './progress.ts'
import { pageOf } from './query.rules.ts'
import { listShelves } from './shelves.ts'

type Handle = (asked: DoorRequest, context: Context) => unknown

export function libraryRoutes(sources: LibrarySources): readonly DoorRoute[] {
  const get = (path: string, handle: Handle): DoorRoute => ({
    method: 'GET',
    access: 'user',
    rate: 'read',
    path,
    handle,
  })
  /** What lies below the only library; any other is not found. */
  const inside = (path: string, handle: Handle) =>
    get(`/api/libraries/:library${path}`, (asked, context) => {
      if (asked.params.library !== libraryId) throw new AppError('notFound')
      return handle(asked, context)
    })
  return [
    get('/api/libraries', () => ({ libraries: [library] })),
    inside('', ({ query }, context) => {
      if (!includes(query.include, 'filterdata')) return library
      const filterdata = readFilterData(sources, context)
      return { filterdata, issues: 0, numUserPlaylists: 0, library }
    }),
    inside('/items', ({ query }, context) => listItems(sources, query, context)),
    inside('/personalized', ({ query }, context) => listShelves(sources, query, context)),
    inside('/filterdata', (_asked, context) => readFilterData(sources, context)),
    inside('/search', ({ query }, context) => search(sources, query, context)),
    inside('/authors', ({ query }, context) => listAuthors(sources, query, context)),
    inside('/narrators', (_asked, context) => listNarrators(sources, context)),
    inside('/series', ({ query }, context) => listSeries(sources, query, context)),
    inside('/series/:id', ({ params }, context) => readSeries(sources, params.id ?? '', context)),
    // Collections are what administrators of their server make; playlists there are of whole items.
    inside('/collections', ({ query }) => emptyPage(query)),
    inside('/playlists', ({ query }) => emptyPage(query)),
    get('/api/collections', () => ({ collections: [] })),
    get('/api/playlists', () => ({ playlists: [] })),
    get('/api/series/:id', ({ params }, context) => readSeries(sources, params.id ?? '', context)),
    get('/api/authors/:id', ({ params, query }, context) =>
      readAuthor(sources, params.id ?? '', query, context),
    ),
    get('/api/items/:id', (asked, context) => readOne(sources, asked, context)),
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
  if (!includes(query.include, 'progress')) return expandedOf(item)
  const heard = await findHeard(sources, item, context)
  const userMediaProgress = heard ? progressOf(item, heard, personOf(context).user.id) : null
  return { ...expandedOf(item), userMediaProgress }
}

const Batch = v.looseObject({ libraryItemIds: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(500)) })

/** POST /items/batch/get. What cannot be seen is left out. */
async function readBatch(sources: LibrarySources, body: unknown, context: Context) {
  const said = v.safeParse(Batch, body)
  if (!said.success) throw new AppError('malformed')
  const keys = new Set(said.output.libraryItemIds.flatMap((id) => findWorkKey(id) ?? []))
  return { libraryItems: (await readItems(sources, [...keys], context)).map(expandedOf) }
}

/** The rows of the home page. */
import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { Context } from '../../../http/context.ts'
import { findContinued } from '../../progress/progress.use-cases.ts'
import { listEntities } from '../door-entities.ts'
import { minifiedOf, type ShownItem } from './item.rules.ts'
import { findItems, type LibrarySources, readItems } from './library.ts'
import { withBooks } from './people.ts'
import { numberOf, type Query } from './query.rules.ts'

const usualShelf = 10
const mostOnShelf = 50
const mostSeries = 5

interface Shelf {
  readonly id: string
  readonly label: string
  readonly labelStringKey: string
  readonly type: 'book' | 'series'
  readonly entities: readonly object[]
  readonly total: number
}

/** GET /libraries/:id/personalized. A row without anything in it is left out. */
export async function listShelves(sources: LibrarySources, query: Query, context: Context): Promise<Shelf[]> {
  const count = Math.min(numberOf(query.limit) || usualShelf, mostOnShelf)
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
  shelf(id, label, 'book', items.map(minifiedOf))

async function recentSeries(sources: LibrarySources, recent: readonly ShownItem[], context: Context) {
  const ids = [...new Set(recent.flatMap(({ series }) => series?.id ?? []))].slice(0, mostSeries)
  const keys = new Set(ids.flatMap((id) => sources.dictionary.findKey('series', id) ?? []))
  const found = keys.size === 0 ? [] : listEntities(sources, { kind: 'series', only: keys }, context)
  const entities = []
  for (const one of found) entities.push(await withBooks(sources, one, context))
  return shelf('recent-series', 'Recent Series', 'series', entities)
}

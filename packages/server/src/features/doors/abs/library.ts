/** Reads the library items that a user may see in this API, a whole page at a time. */
import { SearchText, type WorkFilter } from '@koedana/contract/filters.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { collectInSteps, readInSteps } from '../../../lib/steps.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listKeys } from '../../works/list-works.use-cases.ts'
import { listEntities } from '../door-entities.ts'
import { libraryFilterOf, readDoorWorks } from '../door-works.ts'
import { coverUrlOf } from './cover-token.ts'
import { minifiedItemOf, type ShownItem } from './item.rules.ts'
import { streamResults } from './json-stream.ts'
import type { LibrarySources } from './library-sources.ts'
import { type CollapsedSeries, collapseSeries, listOrderedKeys, seedOf, titleSort } from './ordered-keys.ts'
import {
  maxUnstreamedItems,
  mirrorSpan,
  orderOf,
  pageOf,
  type Query,
  type RequestedFilter,
  requestedFilterOf,
  type Span,
  spanOf,
} from './query.rules.ts'
import { axisOf } from './time-axis.rules.ts'

/** Works read per step. Apps that request everything get pages of a thousand, so the event loop needs pauses. */
const step = 10

/** Returns the visible ones of the works, in the given order. */
export const readItems = (
  sources: LibrarySources,
  keys: readonly number[],
  context: Context,
): Promise<ShownItem[]> => collectInSteps(keys, step, (some) => readSome(sources, some, context))

async function readSome(
  sources: LibrarySources,
  keys: readonly number[],
  context: Context,
): Promise<ShownItem[]> {
  const { dictionary, viewers } = sources
  const showsCatalogue = requirePerson(context).door?.showsCatalogue === true
  const works = await readDoorWorks(sources, { keys, showsCatalogue }, context)
  const viewer = viewers.viewer(context)
  return works.map(({ key, card, row, tracks }) => ({
    key,
    card,
    addedMs: Date.parse(row.added_at ?? row.created_at),
    updatedMs: Date.parse(row.updated_at),
    series: row.series_key === null ? undefined : dictionary.findEntity('series', row.series_key, viewer),
    tracks,
    axis: axisOf(tracks),
    coverUrl: coverUrlOf(sources, card, context),
  }))
}

/** Returns items in the short form of lists, also in steps. */
export const minifyItems = (items: readonly ShownItem[]) =>
  collectInSteps(items, 5 * step, (some) => some.map(minifiedItemOf))

/** Throws `notFound` if the work is hidden, or not part of this library. */
export async function readItem(sources: LibrarySources, id: string, context: Context): Promise<ShownItem> {
  const key = sources.dictionary.findKey('works', id)
  const [item] = key === undefined ? [] : await readItems(sources, [key], context)
  if (!item) throw new AppError('notFound')
  return item
}

interface Wanted {
  readonly filter: WorkFilter
  readonly query: Query
  readonly span: Span
}

export async function findItems(sources: LibrarySources, { filter, query, span }: Wanted, context: Context) {
  const { sort, isReversed } = orderOf(query)
  const requested = { filter: { ...filter, ...libraryFilterOf(context) }, sort, seed: seedOf(sources.now()) }
  if (!isReversed) {
    const { keys, total } = await listKeys(sources, { ...requested, ...span }, context)
    return { items: await readItems(sources, keys, context), total }
  }
  const { total } = await listKeys(sources, { ...requested, offset: 0, limit: 1 }, context)
  const { keys } = await listKeys(sources, { ...requested, ...mirrorSpan(span, total) }, context)
  return { items: await readItems(sources, keys.toReversed(), context), total }
}

/** GET /libraries/:id/items. With `collapseseries=1`, the works of a series are one entry. */
export async function listItems(sources: LibrarySources, query: Query, context: Context) {
  const { page, limit } = pageOf(query)
  const filter = await filterFor(sources, requestedFilterOf(query), context)
  const span = spanOf({ page, limit })
  const isCollapsed = query.collapseseries === '1'
  const head = {
    limit: limit ?? 0,
    page,
    sortBy: query.sort ?? null,
    sortDesc: query.desc === '1',
    filterBy: query.filter ?? null,
    mediaType: 'book',
    minified: true,
    collapseseries: isCollapsed,
    include: '',
    offset: span.offset,
  }
  if (!filter) return { results: [], total: 0, ...head }
  if (span.limit > maxUnstreamedItems || isCollapsed || query.sort === titleSort) {
    const all = await listOrderedKeys(sources, { filter, query }, context)
    const { keys, collapsed } = isCollapsed
      ? collapseSeries(sources, all)
      : { keys: all, collapsed: undefined }
    const shown = keys.slice(span.offset, span.offset + span.limit)
    const read = async (some: readonly number[]) =>
      (await readItems(sources, some, context)).map((item) => {
        const series = collapsed?.get(item.key)
        return series ? collapsedOf(sources, { item, series }, context) : minifiedItemOf(item)
      })
    return streamResults(readInSteps(shown, 5 * step, read), { total: keys.length, ...head })
  }
  const { items, total } = await findItems(sources, { filter, query, span }, context)
  return { results: await minifyItems(items), total, ...head }
}

function collapsedOf(
  { dictionary, viewers }: LibrarySources,
  { item, series }: { readonly item: ShownItem; readonly series: CollapsedSeries },
  context: Context,
) {
  const entity = dictionary.findEntity('series', series.seriesKey, viewers.viewer(context))
  if (!entity) return minifiedItemOf(item)
  const { id, name } = entity
  const libraryItemIds = series.keys.map(workIdOf)
  return {
    ...minifiedItemOf(item),
    collapsedSeries: { id, name, nameIgnorePrefix: name, libraryItemIds, numBooks: libraryItemIds.length },
  }
}

const kindOf = { authors: 'makers', publishers: 'makers', narrators: 'artists', genres: 'genres' } as const
/** The maximum that a filter accepts. */
const maxExcluded = 1_000

/** Returns undefined if the filter cannot match anything; an unknown group is ignored. */
async function filterFor(
  sources: LibrarySources,
  requested: RequestedFilter | undefined,
  context: Context,
): Promise<WorkFilter | undefined> {
  if (!requested) return {}
  const { group, value } = requested
  switch (group) {
    case 'authors':
    case 'series': {
      const kind = group === 'authors' ? 'makers' : 'series'
      return sources.dictionary.findKey(kind, value) === undefined ? undefined : { [kind]: [value] }
    }
    case 'narrators':
    case 'publishers':
    case 'genres': {
      const named = namedIn(sources, { kind: kindOf[group], name: value }, context)
      return named === undefined ? undefined : { [kindOf[group]]: [named] }
    }
    case 'progress':
      return progressFilter(sources, value, context)
    case 'explicit':
      return { ageCategories: ['r18'] }
    default:
      return {}
  }
}

/** Returns the ID of the entity with exactly this name. */
function namedIn(
  sources: LibrarySources,
  { kind, name }: { readonly kind: (typeof kindOf)[keyof typeof kindOf]; readonly name: string },
  context: Context,
): string | undefined {
  if (!v.is(SearchText, name)) return undefined
  const text = listEntities(sources, { kind, text: name }, context).find((one) => one.name === name)
  return (text ?? listEntities(sources, { kind }, context).find((one) => one.name === name))?.id
}

async function progressFilter(
  { findPersonalSets }: LibrarySources,
  value: string,
  context: Context,
): Promise<WorkFilter | undefined> {
  if (value === 'finished') return { progress: ['finished'] }
  if (value === 'in-progress' || value === 'audio-in-progress') return { progress: ['listening'] }
  if (value === 'not-started') return { heard: false }
  if (value !== 'not-finished') return {}
  const [finished] = await findPersonalSets({ progress: ['finished'] }, context)
  return { excludedWorks: [...(finished?.keys ?? [])].slice(0, maxExcluded).map(workIdOf) }
}

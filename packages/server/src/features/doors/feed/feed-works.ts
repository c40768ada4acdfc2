/** Finds the works of a feed and their tracks, as far as its owner may see and play them. */
import type { WorkFilter, WorkSort } from '@koedana/contract/filters.ts'
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { releasedBy } from '../../follows/follows.use-cases.ts'
import { readSearch } from '../../views/view.rules.ts'
import { findView, listViewRows } from '../../views/views.store.ts'
import { listKeys } from '../../works/list-works.use-cases.ts'
import type { DoorMediaSources } from '../door-media.ts'
import { readDoorWorks } from '../door-works.ts'

export interface FeedWork {
  readonly card: WorkCard
  /** When the work was added to the library, in milliseconds since 1970. */
  readonly addedMs: number
  /** The preferred tracks, in order. */
  readonly tracks: readonly Track[]
}

export const feedKinds = ['work', 'series', 'view', 'following'] as const
export type FeedKind = (typeof feedKinds)[number]

export interface FeedContent {
  readonly title: string
  /** Whether the feed is played in order, as a single work or a series is. */
  readonly isSerial: boolean
  readonly works: readonly FeedWork[]
}

/** Limits, since apps download the whole feed each time. */
const maxWorks = 50
const maxPerSeries = 200
const maxReleased = 500

/** Throws `notFound` for hidden and for missing feeds alike. */
export async function readFeedContent(
  sources: DoorMediaSources,
  { kind, id }: { readonly kind: FeedKind; readonly id: string },
  context: Context,
): Promise<FeedContent> {
  switch (kind) {
    case 'work':
      return readOne(sources, id, context)
    case 'series':
      return readSeries(sources, id, context)
    case 'view':
      return readView(sources, id, context)
    case 'following': {
      const found = await releasedBy(
        sources,
        { choices: {}, sort: 'releaseDateDesc', ranges: [], limit: maxReleased },
        context,
      )
      const keys = found.map(({ key }) => key)
      return { title: '', isSerial: false, works: await readWorks(sources, keys, context) }
    }
  }
}

async function readOne(sources: DoorMediaSources, id: string, context: Context): Promise<FeedContent> {
  const key = sources.dictionary.findKey('works', id)
  const works = key === undefined ? [] : await readWorks(sources, [key], context)
  const [work] = works
  if (!work) throw new AppError('notFound')
  return { title: work.card.title, isSerial: true, works }
}

async function readSeries(sources: DoorMediaSources, id: string, context: Context): Promise<FeedContent> {
  const { dictionary, viewers } = sources
  const key = dictionary.findKey('series', id)
  const name = key === undefined ? undefined : dictionary.findEntity('series', key, viewers.viewer(context))
  const keys = await keysOf(sources, { filter: { series: [id] }, sort: 'releaseDateAsc' }, context)
  const works = await readWorks(sources, keys, context, maxPerSeries)
  if (!name || works.length === 0) throw new AppError('notFound')
  return { title: name.name, isSerial: true, works }
}

async function readView(sources: DoorMediaSources, id: string, context: Context): Promise<FeedContent> {
  const row = await findView(sources.db, { userKey: requirePerson(context).userKey, id })
  if (!row) throw new AppError('notFound')
  const { sort = 'recentlyAdded', period: _period, ...filter } = readSearch(row.search)
  const keys = await keysOf(sources, { filter, sort }, context)
  return { title: row.name, isSerial: false, works: await readWorks(sources, keys, context) }
}

interface Listing {
  readonly filter: WorkFilter
  readonly sort: WorkSort
}

/** Returns the works with files here. In a series, each edition counts as a work. */
const keysOf = async (sources: DoorMediaSources, { filter, sort }: Listing, context: Context) =>
  (
    await listKeys(
      sources,
      { filter: { ...filter, inLibrary: true }, sort, offset: 0, limit: maxPerSeries },
      context,
    )
  ).keys

/** Returns the first of the works that are visible and playable, in the given order. */
async function readWorks(
  sources: DoorMediaSources,
  keys: readonly number[],
  context: Context,
  most = maxWorks,
): Promise<FeedWork[]> {
  const works = await readDoorWorks(sources, { keys, showsCatalogue: false, most }, context)
  return works.flatMap(({ card, row, tracks }) => {
    const heard = tracks.filter(({ preferred }) => preferred)
    const addedMs = Date.parse(row.added_at ?? row.created_at)
    return heard.length === 0 ? [] : [{ card, addedMs, tracks: heard }]
  })
}

const maxListed = 200

/** Returns every feed of a user: of followed entities, saved views, and recently added works. */
export async function listFeeds(
  sources: DoorMediaSources,
  context: Context,
): Promise<{ readonly kind: FeedKind; readonly id: string; readonly title: string }[]> {
  const views = await listViewRows(sources.db, requirePerson(context).userKey)
  const { keys } = await listKeys(
    sources,
    { filter: { inLibrary: true }, sort: 'recentlyAdded', offset: 0, limit: maxListed },
    context,
  )
  const works = await readWorks(sources, keys, context, maxListed)
  return [
    { kind: 'following', id: '', title: '' },
    ...views.map(({ id, name }) => ({ kind: 'view' as const, id, title: name })),
    ...works.map(({ card }) => ({ kind: 'work' as const, id: card.id, title: card.title })),
  ]
}

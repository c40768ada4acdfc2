/** Pages of works in the orders of kikoeru apps, in both directions, derived from the orders of our own lists. */
import { createHash } from 'node:crypto'
import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { Context } from '../../../http/context.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { listMarkRows } from '../../marks/marks.store.ts'
import type { FavoriteSources } from '../../marks/marks.use-cases.ts'
import { listKeys } from '../../works/list-works.use-cases.ts'
import type { Order } from './query.rules.ts'

interface Wanted {
  readonly filter: WorkFilter
  readonly order: Order
  readonly offset: number
  readonly limit: number
}

interface KeyPage {
  readonly keys: readonly number[]
  readonly total: number
}

type Slice = Pick<Wanted, 'offset' | 'limit'>

/** Reads a part of one list, and its total. */
type ReadSlice = (slice: Slice) => Promise<KeyPage>

export function listOrderedKeys(
  sources: FavoriteSources,
  { filter, order, ...slice }: Wanted,
  context: Context,
): Promise<KeyPage> {
  const inOrder =
    (filtered: WorkFilter, from: FavoriteSources = sources): ReadSlice =>
    (part) =>
      listKeys(from, { filter: filtered, sort: 'releaseDateDesc', ...part }, context)
  switch (order.type) {
    case 'sort': {
      const read: ReadSlice = (part) =>
        listKeys(sources, { filter, sort: order.sort, seed: order.seed, ...part }, context)
      return order.isReversed ? readFromEnd(read, slice) : read(slice)
    }
    case 'nsfw': {
      const adult = inOrder({ ...filter, ageCategories: ['r18'] })
      const others = inOrder({ ...filter, excludedAgeCategories: ['r18'] })
      return readInTurn(order.isReversed ? [others, adult] : [adult, others], slice)
    }
    case 'ownRating':
      return listByOwnRating(sources, { filter, isReversed: order.isReversed, inOrder, slice }, context)
    case 'id':
      return listById(inOrder(filter), order.isReversed, slice)
  }
}

/** Reads a part of the reversed list. */
async function readFromEnd(read: ReadSlice, { offset, limit }: Slice): Promise<KeyPage> {
  const { total } = await read({ offset: 0, limit: 0 })
  const end = Math.max(0, total - offset)
  const start = Math.max(0, end - limit)
  if (end === start) return { keys: [], total }
  const { keys } = await read({ offset: start, limit: end - start })
  return { keys: keys.toReversed(), total }
}

/** Reads a part of the concatenation of two lists. */
async function readInTurn(
  [first, second]: readonly [ReadSlice, ReadSlice],
  { offset, limit }: Slice,
): Promise<KeyPage> {
  const one = await first({ offset, limit })
  const rest = limit - one.keys.length
  const other = await second({ offset: Math.max(0, offset - one.total), limit: rest })
  return { keys: [...one.keys, ...other.keys], total: one.total + other.total }
}

interface ByRating {
  readonly filter: WorkFilter
  readonly isReversed: boolean
  readonly inOrder: (filter: WorkFilter, from?: FavoriteSources) => ReadSlice
  readonly slice: Slice
}

/** Lists works by the user's own rating. Works without one are last, and first in the other direction, as on kikoeru servers. */
async function listByOwnRating(
  sources: FavoriteSources,
  { filter, isReversed, inOrder, slice }: ByRating,
  context: Context,
): Promise<KeyPage> {
  const { userKey } = requirePerson(context)
  const rows = (await listMarkRows(sources.db, userKey)).filter(({ rating }) => rating !== null)
  const ratingOf = new Map(rows.map(({ work_key, rating }) => [work_key, rating ?? 0]))
  const content = createHash('sha256')
    .update([...ratingOf.keys()].join())
    .digest('base64')
  const setOf = (isWanted: boolean): FavoriteSources => ({
    ...sources,
    findPersonalSets: async (conditions, caller) => [
      ...(await sources.findPersonalSets(conditions, caller)),
      { name: `${userKey}.rated.${content}`, keys: new Set(ratingOf.keys()), isWanted },
    ],
  })
  const direction = isReversed ? 1 : -1
  const rated: ReadSlice = async ({ offset, limit }) => {
    const { keys, total } = await inOrder(filter, setOf(true))({ offset: 0, limit: ratingOf.size })
    const sorted = keys.toSorted(
      (one, other) => direction * ((ratingOf.get(one) ?? 0) - (ratingOf.get(other) ?? 0)),
    )
    return { keys: sorted.slice(offset, offset + limit), total }
  }
  const unrated = inOrder(filter, setOf(false))
  return readInTurn(isReversed ? [unrated, rated] : [rated, unrated], slice)
}

/** Lists works by ID: keys have the same order as IDs. */
async function listById(read: ReadSlice, isReversed: boolean, { offset, limit }: Slice): Promise<KeyPage> {
  const { total } = await read({ offset: 0, limit: 0 })
  const { keys } = await read({ offset: 0, limit: total })
  const sorted = Uint32Array.from(keys).sort()
  if (!isReversed) sorted.reverse()
  return { keys: [...sorted.subarray(offset, offset + limit)], total }
}

/** The works of the fake marketplace. They are generated on request; only changes are stored. */
import type { MarketCase } from './cases.ts'
import { createChance } from './chance.ts'
import { castFor } from './credits.ts'
import { invent, type Origin } from './invent.ts'
import { dateOf, dayOf, type ListedWork, type MarketWork, type WorkPatch } from './market-work.ts'
import { idAt, indexOf } from './numbering.ts'

export interface MarketOptions {
  readonly works: number
  readonly seed?: number
  /** `YYYY-MM-DD` in Japan; works are released around it. */
  readonly today?: string
  /** Additional works, whose IDs must not collide with generated ones. */
  readonly listed?: readonly ListedWork[]
}

/** The contents of the fake, to compare with what was made of its responses. */
export interface Truth {
  /** Finds a work by its exact ID; undefined if it never existed or was removed. */
  readonly find: (id: string) => MarketWork | undefined
  /** Yields all works except removed ones, by number. */
  readonly all: () => Generator<MarketWork>
  /** Returns the first work of a kind. Throws if there is none; a hundred works include all kinds. */
  readonly example: (kind: MarketCase) => MarketWork
  readonly today: () => string
}

export interface Market extends Truth {
  readonly at: (index: number) => MarketWork | undefined
  readonly listings: () => Listings
  readonly day: () => number
  readonly change: (id: string, patch: WorkPatch) => void
  /** Delisted works still have numbers. Works that are `gone` respond like unknown ones. */
  readonly remove: (id: string, how: 'delisted' | 'gone') => void
  /** Adds a work, released today by default. Returns its ID. */
  readonly add: (patch?: WorkPatch) => string
  /** Advances the date: works sell, discounts change, announced works are released. */
  readonly advanceDays: (days: number) => void
}

export function openMarket({ works, seed = 1, today = '2026-11-20', listed = [] }: MarketOptions): Market {
  const origin: Origin = {
    chance: createChance(seed),
    cast: castFor(works),
    count: works,
    firstDay: dayOf(today),
  }
  let day = origin.firstDay
  let listings: Listings | undefined
  const shelf = openShelf(origin, listed, () => day)
  const touching =
    <A extends readonly unknown[], R>(act: (...given: A) => R) =>
    (...given: A): R => {
      listings = undefined
      return act(...given)
    }
  return {
    ...shelf,
    change: touching(shelf.change),
    remove: touching(shelf.remove),
    add: touching(shelf.add),
    example: (kind) => {
      for (const work of shelf.all()) if (work.case === kind) return work
      throw new Error(`the fake marketplace has no work of the kind ${kind}`)
    },
    today: () => dateOf(day),
    day: () => day,
    listings: () => {
      listings ??= createListings(shelf.all())
      return listings
    },
    advanceDays: (days) => {
      day += days
    },
  }
}

type Shelf = Pick<Market, 'at' | 'all' | 'find' | 'change' | 'remove' | 'add'>

/**
 * Generates works on request and applies the stored changes. Listed works are numbered after the generated ones, and added works after
 * those.
 */
function openShelf(origin: Origin, listed: readonly ListedWork[], today: () => number): Shelf {
  const patches = new Map<number, WorkPatch>()
  const gone = new Set<number>()
  const addedDays: number[] = []
  const firstAdded = origin.count + listed.length
  const listedAt = new Map(listed.map(({ id }, nth) => [id, origin.count + nth]))
  const at = (index: number): MarketWork | undefined => {
    if (index >= firstAdded + addedDays.length || gone.has(index)) return undefined
    const invented = invent(origin, { index, today: today(), addedDay: addedDays[index - firstAdded] })
    return { ...invented, ...listed[index - origin.count], ...patches.get(index) }
  }
  const find = (id: string) => {
    const index = listedAt.get(id) ?? indexOf(id)
    const work = index === undefined ? undefined : at(index)
    return work?.id === id ? work : undefined
  }
  const change = (id: string, patch: WorkPatch) => {
    const index = known(find(id), id)
    patches.set(index, { ...patches.get(index), ...patch })
  }
  return {
    at,
    find,
    change,
    all: function* () {
      for (let index = 0; index < firstAdded + addedDays.length; index += 1) {
        const work = at(index)
        if (work) yield work
      }
    },
    remove: (id, how) => {
      if (how === 'delisted') change(id, { state: 'delisted' })
      else gone.add(known(find(id), id))
    },
    add: (patch = {}) => {
      const id = idAt(firstAdded + addedDays.push(today()) - 1)
      change(id, patch)
      return id
    },
  }
}

function known(work: MarketWork | undefined, id: string): number {
  if (!work) throw new Error(`the fake marketplace has no work ${id}`)
  return work.index
}

/** Indexes of works: by series, maker, credited name and day of release. */
interface Listings {
  /** Indexes of works, newest release first. */
  readonly bySeries: ReadonlyMap<string, readonly number[]>
  readonly byMaker: ReadonlyMap<string, readonly number[]>
  readonly byName: ReadonlyMap<string, readonly number[]>
  readonly byDay: ReadonlyMap<number, readonly number[]>
  readonly all: readonly number[]
}

function createListings(works: Iterable<MarketWork>): Listings {
  const newestFirst = [...briefly(works)].sort((a, b) => b.releaseDay - a.releaseDay || b.index - a.index)
  const listings = {
    bySeries: new Map<string, number[]>(),
    byMaker: new Map<string, number[]>(),
    byName: new Map<string, number[]>(),
    byDay: new Map<number, number[]>(),
    all: newestFirst.map(({ index }) => index),
  }
  for (const { index, series, maker, names, releaseDay } of newestFirst) {
    if (series !== undefined) push(listings.bySeries, series, index)
    push(listings.byMaker, maker, index)
    for (const name of names) push(listings.byName, name, index)
    push(listings.byDay, releaseDay, index)
  }
  return listings
}

function* briefly(works: Iterable<MarketWork>) {
  for (const { index, series, maker, releaseDay, voices, illustrators, writers, musicians } of works) {
    const people = [...voices, ...illustrators, ...writers, ...musicians]
    const names = new Set(people.map(({ name }) => name))
    yield { index, series: series?.id, maker: maker.id, names, releaseDay }
  }
}

function push<K>(map: Map<K, number[]>, key: K, index: number): void {
  const list = map.get(key)
  if (list) list.push(index)
  else map.set(key, [index])
}

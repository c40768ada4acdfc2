/** Groups the works that belong together: by series, maker, credited name and day of release. */
import type { MarketWork } from './market-work.ts'

export interface Listings {
  /** Indexes of works, newest release first. */
  readonly bySeries: ReadonlyMap<string, readonly number[]>
  readonly byMaker: ReadonlyMap<string, readonly number[]>
  readonly byName: ReadonlyMap<string, readonly number[]>
  readonly byDay: ReadonlyMap<number, readonly number[]>
  readonly all: readonly number[]
}

export function createListings(works: Iterable<MarketWork>): Listings {
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

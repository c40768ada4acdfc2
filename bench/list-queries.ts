/** The queries of the list benchmark: eight realistic kinds, each with a random sort. */

import { directions } from '@koedana/catalogue/model/generation.ts'
import { openFilter, type Range, type Viewer, type WorkQuery } from '@koedana/catalogue/model/query.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { createRandom, type Random } from './random.ts'

export interface BenchQuery {
  readonly kind: string
  readonly query: WorkQuery
  readonly viewer: Viewer
}

/** A viewer without restrictions, so that the policy costs the same on both sides. */
const everybody: Viewer = { ages: 0b1110, excluded: [], locale: 'zh-CN' }
const sorts = Object.keys(directions).filter((name): name is keyof typeof directions => name in directions)

/** Returns queries of all kinds in turn. `sizes` is the number of entities of each kind; the most common have the lowest keys. */
export function createQueries(
  count: number,
  sizes: Readonly<Record<EntityKind, number>>,
  works: number,
): BenchQuery[] {
  const random = createRandom(7)
  const kinds = Object.entries(createQueryMakers(random, sizes, works))
  return Array.from({ length: count }, (_, at) => {
    const [kind, make] = kinds[at % kinds.length]!
    const sort = sorts[random.below(sorts.length)]!
    const base: WorkQuery = {
      ...openFilter,
      sort,
      seed: 0,
      period: 'all',
      offset: 0,
      limit: 24,
    }
    return { kind, query: { ...base, ...make() }, viewer: everybody }
  })
}

function createQueryMakers(random: Random, sizes: Readonly<Record<EntityKind, number>>, works: number) {
  const keys = (kind: EntityKind, count: number) =>
    Array.from({ length: count }, () => 1 + random.skewed(sizes[kind]))
  const genres = (count: number, match: 'any' | 'all' = 'all') => ({
    kind: 'genres' as const,
    keys: keys('genres', count),
    match,
  })
  const excluded = (kind: EntityKind, count: number) => ({ kind, keys: keys(kind, count) })
  const over = (column: Range['column'], min: number): Range => ({ column, min, max: 2_147_483_647 })
  return {
    'no filter': (): Partial<WorkQuery> => ({}),
    'viewer default': () => ({ ages: 0b0110, excluded: [excluded('genres', 3)] }),
    'genres and ranges': () => ({
      included: [genres(2)],
      excluded: [excluded('genres', 2)],
      ranges: [over('sales', 50 + random.below(300)), over('rating', 300 + random.below(150))],
    }),
    'genre, year, price': () => ({
      included: [genres(1)],
      ranges: [year(2012 + random.below(13)), { column: 'price' as const, min: 500, max: 2_000 }],
    }),
    artist: () => ({
      included: [{ kind: 'artists' as const, keys: keys('artists', 1), match: 'all' as const }],
      excluded: [excluded('genres', 2)],
    }),
    maker: () => ({
      included: [{ kind: 'makers' as const, keys: keys('makers', 1), match: 'any' as const }],
    }),
    '200 excluded works': () => ({
      excludedWorks: Array.from({ length: 200 }, () => 101_000_000 + random.below(works)),
      excluded: [excluded('makers', 20), excluded('genres', 10)],
    }),
    'rare genres': () => ({ included: [genres(3)], ranges: [over('ratingCount', 5 + random.below(30))] }),
  }
}

function year(number: number): Range {
  const day = (date: number) => Math.floor(date / 86_400_000)
  return { column: 'releaseDay', min: day(Date.UTC(number, 0, 1)), max: day(Date.UTC(number, 11, 31)) }
}

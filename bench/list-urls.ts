/** List URLs: the eight kinds of query of the list benchmark as browsers send them, all different. */
import { basePath } from '@koedana/contract/base-path.ts'
import { type WorkSort, workSorts } from '@koedana/contract/filters.ts'
import { writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { sizesFor } from './generate.ts'
import { createRandom } from './random.ts'

/** These orders need other parameters besides a filter. */
const skippedSorts: readonly WorkSort[] = ['relevance', 'popular']
const sorts = workSorts.filter((sort) => !skippedSorts.includes(sort))

export const commonUrl = `${basePath}/works?sort=salesDesc&genres=genre1&excludedGenres=genre3`

/** Yields an endless sequence of URLs. */
export function* listUrls(works: number): Generator<string, never> {
  const random = createRandom(11)
  const kinds = createQueryMakers(works)
  for (let at = 0; ; at++) {
    const sort = sorts[random.below(sorts.length)]!
    const query = { ...kinds[at % kinds.length]!(), sort, ...uniqueParameters(sort, at) }
    yield `${basePath}/works?${writeQuery(query)}`
  }
}

/**
 * Makes a request unique without making its response more costly: with a seed, which only the random order uses. The random order keeps its
 * seed, as for a user who turns pages, and excludes a work that does not exist instead.
 */
function uniqueParameters(sort: WorkSort, at: number): Record<string, unknown> {
  return sort === 'random' ? { seed: 0, excludedWorks: [workIdOf(99_000_000 + at)] } : { seed: at }
}

function createQueryMakers(works: number): readonly (() => Record<string, unknown>)[] {
  const random = createRandom(7)
  const sizes = sizesFor(works)
  const first = workKeyOf('RJ01000000')
  const some = (kind: string, of: number, count: number) =>
    Array.from({ length: count }, () => `${kind}${random.skewed(of)}`)
  const genres = (count: number) => some('genre', sizes.genres, count)
  return [
    () => ({ page: 1 + random.below(5) }),
    () => ({ excludedGenres: genres(3), ageCategories: ['all', 'r15'] }),
    () => ({
      genres: genres(2),
      excludedGenres: genres(2),
      minSales: 50 + random.below(300),
      minRating: (30 + random.below(15)) / 10,
    }),
    () => ({ genres: genres(1), releaseYear: 2012 + random.below(13), minPrice: 500, maxPrice: 2_000 }),
    () => ({ artists: some('artist', sizes.artists, 1), excludedGenres: genres(2) }),
    () => ({ makers: some('maker', sizes.makers, 1) }),
    () => ({
      excludedWorks: Array.from({ length: 200 }, () => workIdOf(first + random.below(works))),
      excludedMakers: some('maker', sizes.makers, 20),
      excludedGenres: genres(10),
    }),
    () => ({ genres: genres(3), minRatingCount: 5 + random.below(30) }),
  ]
}

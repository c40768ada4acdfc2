/** Lists of works are loaded again when there may be more of them. */
import type { QueryClient } from '@tanstack/react-query'

/** The keys of all queries that count or list works. */
const listing: ReadonlySet<unknown> = new Set([
  'home',
  'works',
  'facets',
  'entity',
  'ranked-entities',
  'rankings',
  'follows',
])

/** Refreshes those on screen at once, the others when they are next seen. */
export const refreshLists = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => listing.has(queryKey[0]) })

/** Pixels. Further down, somebody looks at something, which is not to be moved. */
const nearTop = 400

export const isNearTop = (): boolean => window.scrollY < nearTop

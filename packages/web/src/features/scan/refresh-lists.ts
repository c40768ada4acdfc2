import type { QueryClient } from '@tanstack/react-query'

/** The first key of all queries that count or list works. */
const listQueryRoots: ReadonlySet<unknown> = new Set([
  'home',
  'works',
  'facets',
  'entity',
  'ranked-entities',
  'rankings',
  'follows',
])

/** Reloads visible lists at once, the others when they are shown next. */
export const refreshLists = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => listQueryRoots.has(queryKey[0]) })

/** In pixels. Further down, a refresh would shift what the user is looking at. */
const nearTopPixels = 400

export const isNearTop = (): boolean => window.scrollY < nearTopPixels

/** Decides which responses are cached for offline use, and computes the age of a page. */

/** The first part of the keys of cached queries, such as `['works', …]`. */
const cachedRoots: ReadonlySet<unknown> = new Set([
  'about',
  'announcements',
  'bookmarks',
  'entity',
  'entity-covers',
  'facets',
  'favorites',
  'follows',
  'home',
  'mark',
  'playlists',
  'progress',
  'ranked-entities',
  'rankings',
  'recording',
  'setup',
  'similar-entities',
  'similar-works',
  'tags',
  'track-lyrics',
  'views',
  'waveform',
  'work',
  'work-files',
  'work-history',
  'work-lyrics',
  'works',
])

/** Excludes administrator and account data, except for the content settings, which every list depends on. */
export function isCachedQuery([root, part]: readonly unknown[]): boolean {
  return cachedRoots.has(root) || (root === 'account' && part === 'settings')
}

export interface ReceivedResponse {
  readonly key: readonly unknown[]
  /** Milliseconds since the Unix epoch; undefined if there is no response. */
  readonly at: number | undefined
}

/** Queries of the layout, which say nothing about the age of a page. */
const layoutRoots: ReadonlySet<unknown> = new Set(['about', 'account', 'announcements', 'recording', 'setup'])

export function oldestResponseAt(responses: readonly ReceivedResponse[]): number | undefined {
  const times = responses.flatMap(({ key, at }) =>
    at === undefined || layoutRoots.has(key[0]) || !isCachedQuery(key) ? [] : [at],
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

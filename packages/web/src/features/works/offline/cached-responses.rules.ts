/** Decides which responses are worth keeping for a time without a connection, and from when a page is. */

/** The first parts of the keys of such queries, as of `['works', …]`. */
const keptRoots: ReadonlySet<unknown> = new Set([
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

/** Never keeps what administrators see, nor what an account consists of: of it only what it wants to see, without which no list is right. */
export function isKeptQuery([root, part]: readonly unknown[]): boolean {
  return keptRoots.has(root) || (root === 'account' && part === 'settings')
}

export interface ReceivedResponse {
  readonly key: readonly unknown[]
  /** When it was received, in milliseconds since 1970; undefined where there is nothing. */
  readonly at: number | undefined
}

/** The frame around each page was received too, and says nothing of the page. */
const frame: ReadonlySet<unknown> = new Set(['about', 'account', 'announcements', 'recording', 'setup'])

export function oldest(responses: readonly ReceivedResponse[]): number | undefined {
  const times = responses.flatMap(({ key, at }) =>
    at === undefined || frame.has(key[0]) || !isKeptQuery(key) ? [] : [at],
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

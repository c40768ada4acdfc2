/** Which answers are worth keeping for a time without a connection, and from when a page is. */

/** The first part of the key of a query, as `['works', …]`. */
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

/** Never what administrators see, nor what an account consists of: of it only what it wants to see, without which no list is right. */
export function isKeptAnswer([root, part]: readonly unknown[]): boolean {
  return keptRoots.has(root) || (root === 'account' && part === 'settings')
}

export interface Answered {
  readonly key: readonly unknown[]
  /** When it was received, in milliseconds since 1970; undefined where there is nothing. */
  readonly at: number | undefined
}

/** The frame around each page was answered too, and says nothing of the page. */
const frame: ReadonlySet<unknown> = new Set(['about', 'account', 'announcements', 'recording', 'setup'])

export function oldest(answers: readonly Answered[]): number | undefined {
  const times = answers.flatMap(({ key, at }) =>
    at === undefined || frame.has(key[0]) || !isKeptAnswer(key) ? [] : [at],
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

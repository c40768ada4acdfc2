/**
 * All songs of the library as one long list that is paged by offsets, which offline-first apps copy whole. How many songs
 * works have is known only once their tracks are read: what was counted on the way is kept, so that the next page begins
 * where the last one ended.
 */
import type { WorkFilter, WorkSort } from '@koedana/contract/filters.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../http/context.ts'
import { inSteps } from '../../../lib/steps.ts'
import { arrangeTracks } from '../../library/media/preferred.rules.ts'
import { countTracks, listTracksOf } from '../../library/media/tracks.store.ts'
import { findKeys, type LibrarySources, readSongs, type ShownSong } from './library.ts'
import type { Page } from './params.rules.ts'

/** Works are counted so many at once, */
const step = 200
/** and their tracks read. */
const atOnce = 40
const mostWalks = 200

interface Walk {
  /** The state of the catalogue from which it began. */
  readonly madeFrom: number | string
  /** How many songs are before the n-th step. */
  readonly before: number[]
}

export interface SongsOf {
  readonly filter: WorkFilter
  readonly page: Page
}

/** Throws what reading throws. A walk that began goes on by what it counted, also while works come and go. */
export type ListSongs = (wanted: SongsOf, context: Context) => Promise<ShownSong[]>

/** The oldest first: what comes new comes behind. */
export const stableSort = (filter: WorkFilter): WorkSort => (filter.q ? 'relevance' : 'releaseDateAsc')

export function createSongList(sources: LibrarySources): ListSongs {
  const walks = new LRUCache<string, Walk>({ max: mostWalks })

  const walkOf = ({ filter, page }: SongsOf, context: Context): Walk => {
    const audience = sources.viewers.audience(context)
    const name = JSON.stringify([audience, context.person?.door?.showsCatalogue, context.locale, filter])
    const madeFrom = sources.catalogue.version()
    const known = walks.get(name)
    if (known && (page.offset > 0 || known.madeFrom === madeFrom)) return known
    const walk = { madeFrom, before: [0] }
    walks.set(name, walk)
    return walk
  }

  return async (wanted, context) => {
    const { offset, count } = wanted.page
    const { before } = walkOf(wanted, context)
    if (offset > (before.at(-1) ?? 0) && offset >= (await countTracks(sources.db))) return []
    const ids: string[] = []
    for (let at = before.findLastIndex((songs) => songs <= offset); ids.length < count; at += 1) {
      const found = await preferredIds(sources, { filter: wanted.filter, at }, context)
      if (!found) break
      const first = before[at] ?? 0
      before[at + 1] = first + found.length
      ids.push(...found.slice(Math.max(0, offset - first), Math.max(0, offset - first) + count - ids.length))
    }
    return readSongs(sources, ids, context)
  }
}

/** The tracks that are played of the works of a step; undefined behind the last one. */
async function preferredIds(
  sources: LibrarySources,
  { filter, at }: { readonly filter: WorkFilter; readonly at: number },
  context: Context,
): Promise<string[] | undefined> {
  const page = { offset: at * step, count: step }
  const keys = await findKeys(sources, { filter, sort: stableSort(filter), page }, context)
  if (keys.length === 0) return undefined
  return inSteps(keys, atOnce, async (some) => {
    const byWork = Map.groupBy(await listTracksOf(sources.db, some), ({ work_key }) => work_key)
    return some.flatMap((key) => {
      const rows = (byWork.get(key) ?? []).map((row) => ({ ...row, durationSeconds: row.duration_seconds }))
      return arrangeTracks(rows, context.locale).flatMap(({ track, isPreferred }) =>
        isPreferred && !track.isAway ? [track.id] : [],
      )
    })
  })
}

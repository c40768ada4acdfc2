/**
 * All songs of the library as one list with offsets, which offline-first apps copy completely. The number of songs per work is only
 * known after its tracks were read. Counts are cached on the way, so that the next page starts where the last one ended.
 */
import { setImmediate } from 'node:timers/promises'
import type { WorkFilter, WorkSort } from '@koedana/contract/filters.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../http/context.ts'
import { countTracks } from '../../library/media/tracks.store.ts'
import { preferredOf } from './elements.rules.ts'
import { findKeys, type LibrarySources, readWorks, type ShownSong } from './library.ts'
import type { Page } from './params.rules.ts'

/** Works whose songs are read and counted per step. */
const step = 10
/** Steps whose works are looked up at once. */
const stepsFound = 20
/** Walks that are remembered. A walk through a million works stores 100,000 numbers. */
const maxWalks = 50

interface SongOffsets {
  /** The version of the catalog at the start of the walk. */
  readonly madeFrom: number | string
  /** The number of songs before the n-th step. */
  readonly before: number[]
}

export interface SongListRequest {
  readonly filter: WorkFilter
  readonly page: Page
}

/** Lists a page of songs. Throws the errors of reading. A walk keeps using its counts, even if works are added or removed meanwhile. */
export type ListSongs = (wanted: SongListRequest, context: Context) => AsyncIterable<readonly ShownSong[]>

/** Returns a sort that puts the oldest works first, so that new works are appended; searches are sorted by relevance. */
export const stableSort = (filter: WorkFilter): WorkSort => (filter.q ? 'relevance' : 'releaseDateAsc')

export function createSongList(sources: LibrarySources): ListSongs {
  const walks = new LRUCache<string, SongOffsets>({ max: maxWalks })

  const walkOf = ({ filter, page }: SongListRequest, context: Context): SongOffsets => {
    const audience = sources.viewers.audience(context)
    const name = JSON.stringify([audience, context.person?.door?.showsCatalogue, context.locale, filter])
    const madeFrom = sources.catalogue.version()
    const known = walks.get(name)
    if (known && (page.offset > 0 || known.madeFrom === madeFrom)) return known
    const walk = { madeFrom, before: [0] }
    walks.set(name, walk)
    return walk
  }

  return async function* (wanted, context) {
    const { offset, count } = wanted.page
    if (count === 0) return
    const { before } = walkOf(wanted, context)
    if (offset > (before.at(-1) ?? 0) && offset >= (await countTracks(sources.db))) return
    const first = before.findLastIndex((songs) => songs <= offset)
    let left = count
    for await (const { at, songs } of readSteps(sources, { filter: wanted.filter, first }, context)) {
      const passed = before[at] ?? 0
      before[at + 1] = passed + songs.length
      const start = Math.max(0, offset - passed)
      const shown = songs.slice(start, start + left)
      left -= shown.length
      yield shown
      if (left === 0) return
    }
  }
}

interface StepRange {
  readonly filter: WorkFilter
  readonly first: number
}

/** Yields the preferred songs of the works of each step, from the given step to the last. */
async function* readSteps(sources: LibrarySources, { filter, first }: StepRange, context: Context) {
  for (let at = first; ; ) {
    const page = { offset: at * step, count: stepsFound * step }
    const keys = await findKeys(sources, { filter, sort: stableSort(filter), page }, context)
    for (let done = 0; done < keys.length; done += step, at += 1) {
      if (at > first) await setImmediate()
      const works = await readWorks(sources, keys.slice(done, done + step), context)
      const songs = works.flatMap((work) => preferredOf(work).map((track): ShownSong => ({ work, track })))
      yield { at, songs }
    }
    if (keys.length < page.count) return
  }
}

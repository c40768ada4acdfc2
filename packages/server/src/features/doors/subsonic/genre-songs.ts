/** Counts the songs of each genre: the preferred tracks of its works, which getSongsByGenre lists. */
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../http/context.ts'
import { arrangeTracks } from '../../library/media/preferred.rules.ts'
import { listTracksOf } from '../../library/media/tracks.store.ts'
import { findKeys, type LibrarySources } from './library.ts'

/** The number of songs by genre key. */
type Counts = ReadonlyMap<number, number>
export type CountGenreSongs = (context: Context) => Promise<Counts>

/** Works whose tracks are read per step. */
const step = 50
/** Audiences whose counts are cached, since clients request them at each start. */
const maxAudiences = 20
const maxWorks = 1_000_000

export function createGenreSongs(sources: LibrarySources): CountGenreSongs {
  const counted = new LRUCache<string, Promise<Counts>>({ max: maxAudiences })
  return (context) => {
    const { catalogue, viewers } = sources
    const { showsCatalogue } = context.person?.door ?? {}
    const audience = [viewers.audience(context), showsCatalogue, context.locale, catalogue.version()]
    const name = JSON.stringify(audience)
    const known = counted.get(name)
    if (known) return known
    const counting = countSongs(sources, context)
    counted.set(name, counting)
    counting.catch(() => counted.delete(name))
    return counting
  }
}

async function countSongs(sources: LibrarySources, context: Context): Promise<Counts> {
  const { db, catalogue } = sources
  const counts = new Map<number, number>()
  const keys = await findKeys(sources, { page: { offset: 0, count: maxWorks } }, context)
  for (let at = 0; at < keys.length; at += step) {
    const rows = await listTracksOf(db, keys.slice(at, at + step))
    for (const [key, tracks] of Map.groupBy(rows, (row) => row.work_key)) {
      const arranged = arrangeTracks(
        tracks.map((row) => ({ ...row, durationSeconds: row.duration_seconds })),
        context.locale,
      )
      const songs = arranged.filter(({ isPreferred, track }) => isPreferred && !track.isAway).length
      for (const genre of catalogue.current().entitiesOf('genres', key) ?? [])
        counts.set(genre, (counts.get(genre) ?? 0) + songs)
    }
    await setImmediate()
  }
  return counts
}

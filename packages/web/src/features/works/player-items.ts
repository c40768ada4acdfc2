/** A work as the player takes it. */
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { PlayerItem } from '../../player/player-item.ts'
import { playTracks } from '../../player/player-store.ts'
import { workFilesQuery } from './work-query.ts'

type Named = Pick<WorkCard, 'id' | 'title' | 'artists' | 'maker' | 'cover'>

/** Without the tracks that the viewer may not listen to. */
export function itemsOf(work: Named, tracks: readonly Track[]): PlayerItem[] {
  const artist = work.artists.map(({ name }) => name).join('、') || (work.maker?.name ?? '')
  const { id: workId, title, cover } = work
  return tracks.flatMap(({ url, ...track }) =>
    url === null ? [] : [{ workId, title, artist, cover, track: { ...track, url } }],
  )
}

export const preferredOf = (tracks: readonly Track[]): readonly Track[] =>
  tracks.filter(({ preferred }) => preferred)

/** What playing the work means, from its first track. False where it has none to play. */
export async function playWork(work: Named): Promise<boolean> {
  const { tracks } = await queryClient.fetchQuery(workFilesQuery(work.id))
  const items = itemsOf(work, preferredOf(tracks))
  if (items.length > 0) playTracks(items, 0)
  return items.length > 0
}

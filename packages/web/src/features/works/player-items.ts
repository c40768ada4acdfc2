/** A work as the player takes it. */
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { PlayerItem } from '../../player/player-item.ts'
import { playTracks } from '../../player/player-store.ts'
import { workFilesQuery } from './work-query.ts'

type Named = Pick<WorkCard, 'id' | 'title' | 'artists' | 'maker' | 'cover'>

export function itemsOf(work: Named, tracks: readonly Track[]): PlayerItem[] {
  const artist = work.artists.map(({ name }) => name).join('、') || (work.maker?.name ?? '')
  return tracks.map((track) => ({ workId: work.id, title: work.title, artist, cover: work.cover, track }))
}

/** From its first track. False where it has none. */
export async function playWork(work: Named): Promise<boolean> {
  const { tracks } = await queryClient.fetchQuery(workFilesQuery(work.id))
  if (tracks.length > 0) playTracks(itemsOf(work, tracks), 0)
  return tracks.length > 0
}

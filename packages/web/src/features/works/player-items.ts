/** A work as the player takes it. */
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import { listenFirst } from '../../domain/login-first.ts'
import { queryClient } from '../../lib/query-client.ts'
import { type PlayerItem, playTracks } from '../../player/player-store.ts'
import { workFilesQuery } from './work-query.ts'

type Named = Pick<WorkCard, 'id' | 'title' | 'artists' | 'maker' | 'cover'>

/** Makes items without the tracks that the viewer may not listen to. */
function itemsOf(work: Named, tracks: readonly Track[]): PlayerItem[] {
  const artist = work.artists.map(({ name }) => name).join('、') || (work.maker?.name ?? '')
  const { id: workId, title, cover } = work
  return tracks.flatMap(({ url, ...track }) =>
    url === null ? [] : [{ workId, title, artist, cover, track: { ...track, url } }],
  )
}

export const preferredOf = (tracks: readonly Track[]): readonly Track[] =>
  tracks.filter(({ preferred }) => preferred)

/** Whether the viewer may not listen here: it holds for all files alike. */
export const isSilent = (tracks: readonly Track[]): boolean => tracks.some(({ url }) => url === null)

/** These are the queue; it begins at the index. Who may not listen is told so, and led to the login. */
export function playOrAsk(work: Named, tracks: readonly Track[], index: number): void {
  if (isSilent(tracks)) void listenFirst(work.id)
  else playTracks(itemsOf(work, tracks), index)
}

/** What playing the work means, from its first track. False where it has none to play. */
export async function playWork(work: Named): Promise<boolean> {
  const { tracks } = await queryClient.fetchQuery(workFilesQuery(work.id))
  const preferred = preferredOf(tracks)
  if (preferred.length > 0) playOrAsk(work, preferred, 0)
  return preferred.length > 0
}

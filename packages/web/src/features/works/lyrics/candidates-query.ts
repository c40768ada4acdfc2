/** Reads and changes which subtitle files belong to a track. For administrators. */
import {
  chooseTrackLyrics,
  type LyricsCandidate,
  type LyricsChoice,
  listLyricsCandidates,
} from '@koedana/contract/lyrics.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { setQueue } from '../../../player/player-acts.ts'
import { usePlayer } from '../../../player/player-store.ts'
import { workFilesQuery } from '../work-query.ts'

export const candidatesQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['lyrics-candidates', trackId],
    queryFn: async ({ signal }) =>
      (await call(listLyricsCandidates, { params: { id: trackId } }, signal)).items,
    staleTime: 0,
    // The rows stay in their order while they are being pressed.
    refetchOnWindowFocus: false,
  })

export interface LyricsChange {
  readonly workId: string
  readonly trackId: string
  readonly lyricsId: string
  readonly choice: LyricsChoice
}

/** Shows the choice at once, and the former state if the server rejects it; the client has shown why. */
export async function changeLyrics({ workId, trackId, lyricsId, choice }: LyricsChange): Promise<void> {
  const { queryKey } = candidatesQuery(trackId)
  const before = queryClient.getQueryData(queryKey) ?? []
  if (choice !== 'automatic') {
    const belongs = choice === 'chosen'
    queryClient.setQueryData(
      queryKey,
      before.map((one) => (one.id === lyricsId ? { ...one, belongs, choice } : one)),
    )
  }
  try {
    const { items } = await call(chooseTrackLyrics, { params: { id: trackId, lyricsId }, body: { choice } })
    queryClient.setQueryData(queryKey, inOrderOf(before, items))
  } catch {
    return void queryClient.setQueryData(queryKey, before)
  }
  await showChosen(workId)
}

/** Rows do not move under the pointer; new files come last. */
function inOrderOf(before: readonly LyricsCandidate[], items: readonly LyricsCandidate[]): LyricsCandidate[] {
  const places = new Map(before.map(({ id }, at) => [id, at]))
  const placeOf = ({ id }: LyricsCandidate) => places.get(id) ?? before.length
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** A choice for one track can change which texts the other tracks of the work have. */
async function showChosen(workId: string): Promise<void> {
  const changed = ['track-lyrics', 'work-lyrics', 'works', 'facets']
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => changed.includes(String(name)) })
  const query = { ...workFilesQuery(workId), staleTime: 0 }
  const files = await queryClient.fetchQuery(query).catch(() => undefined)
  const { queue } = usePlayer.getState()
  const fresh = new Map(files?.tracks.map(({ id, hasLyrics }) => [id, hasLyrics]))
  const items = queue.items.map((item) => {
    const hasLyrics = fresh.get(item.track.id) ?? item.track.hasLyrics
    return hasLyrics === item.track.hasLyrics ? item : { ...item, track: { ...item.track, hasLyrics } }
  })
  if (items.some((item, at) => item !== queue.items[at])) setQueue({ ...queue, items })
}

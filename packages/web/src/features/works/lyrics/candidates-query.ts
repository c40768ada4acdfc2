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
import { setQueue } from '../../../player/player-actions.ts'
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

/** The requests follow each other, in the order of the presses. */
let lastRequest: Promise<void> = Promise.resolve()
let waiting = 0

/** Shows the choice at once, and the former state of the file if the server rejects it; the client has shown why. */
export function changeLyrics(change: LyricsChange): Promise<void> {
  const { trackId, lyricsId, choice } = change
  const before = queryClient
    .getQueryData(candidatesQuery(trackId).queryKey)
    ?.find(({ id }) => id === lyricsId)
  // Whether it belongs automatically is known only to the server.
  if (before && choice !== 'automatic')
    replaceCandidate(trackId, { ...before, belongs: choice === 'chosen', choice })
  waiting += 1
  lastRequest = lastRequest.then(() => send(change, before))
  return lastRequest
}

async function send(change: LyricsChange, before: LyricsCandidate | undefined): Promise<void> {
  const { workId, trackId, lyricsId, choice } = change
  const { queryKey } = candidatesQuery(trackId)
  try {
    const { items } = await call(chooseTrackLyrics, { params: { id: trackId, lyricsId }, body: { choice } })
    waiting -= 1
    // The response knows nothing of a press that still waits.
    if (waiting === 0) queryClient.setQueryData(queryKey, (shown) => inOrderOf(shown ?? [], items))
  } catch {
    waiting -= 1
    if (before) replaceCandidate(trackId, before)
    return
  }
  await showChosen(workId)
}

const replaceCandidate = (trackId: string, candidate: LyricsCandidate): void =>
  void queryClient.setQueryData(candidatesQuery(trackId).queryKey, (shown) =>
    shown?.map((one) => (one.id === candidate.id ? candidate : one)),
  )

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

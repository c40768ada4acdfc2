/** A work as the player takes it. */
import type { Progress } from '@koedana/contract/progress.ts'
import type { Track, WorkCard, WorkFiles } from '@koedana/contract/works.ts'
import { listenFirst } from '../../domain/login-first.ts'
import { progressQuery } from '../../domain/progress-query.ts'
import { isLoggedIn } from '../../domain/session.ts'
import { queryClient } from '../../lib/query-client.ts'
import { gainOf } from '../../player/loudness.rules.ts'
import { playableUrl } from '../../player/playable-track.ts'
import { noteRevision, playTracks, warmUp } from '../../player/player-acts.ts'
import type { PlayerItem } from '../../player/player-item.ts'
import { resumedIn } from './resume.rules.ts'
import { chosenGroup, playedTracks } from './track-choice.ts'
import { workFilesQuery } from './work-query.ts'

type Named = Pick<WorkCard, 'id' | 'title' | 'artists' | 'maker' | 'cover'>

/** The tracks of a work that are here, and the forms in which they can be had. */
export interface HeardFiles {
  readonly tracks: readonly Track[]
  readonly forms: WorkFiles['forms']
}

/** Makes items without the tracks that the viewer may not listen to. */
export function itemsOf(work: Named, { tracks, forms }: HeardFiles): PlayerItem[] {
  const artist = work.artists.map(({ name }) => name).join('、') || (work.maker?.name ?? '')
  const { id: workId, title, cover } = work
  const makerId = work.maker?.id
  const gain = gainOf(tracks)
  return tracks.flatMap((track) => {
    if (track.url === null) return []
    const url = playableUrl(track, track.url, { forms })
    return [{ workId, title, artist, makerId, cover, track: { ...track, url, gain } }]
  })
}

/** Returns what a press of play on the work plays, from its beginning. */
export const preferredItems = (work: Named, { tracks, forms }: HeardFiles): PlayerItem[] =>
  itemsOf(work, { tracks: playedTracks(work.id, tracks), forms })

/** Returns whether the viewer may not listen here: it holds for all files alike. */
export const isSilent = (tracks: readonly Track[]): boolean =>
  tracks.some(({ url, away }) => url === null && !away)

/** These are the queue; it begins at the index, or where it was left. Who may not listen is led to the login. */
export function playOrLogIn(
  work: Named,
  { tracks, forms }: HeardFiles,
  index: number,
  from?: { readonly at: number; readonly isResumed: boolean },
): void {
  if (isSilent(tracks)) void listenFirst(work.id)
  else {
    // Those of a storage that is off are passed over.
    const before = tracks.slice(0, index).filter(({ url }) => url !== null)
    playTracks(itemsOf(work, { tracks, forms }), before.length, from)
  }
}

/**
 * Plays the work from where its listener left it, or from the beginning of that track, else from its first one. False where
 * it has none to play.
 */
export async function playWork(work: Named, isFromTrackStart = false): Promise<boolean> {
  void warmUp()
  const [{ tracks, forms }, progress] = await Promise.all([
    queryClient.fetchQuery(workFilesQuery(work.id)),
    progressOf(work.id),
  ])
  const resumed = resumedIn(tracks, progress, chosenGroup(work.id, tracks)?.tracks)
  if (resumed) {
    const from = isFromTrackStart ? { at: 0, isResumed: false } : { at: resumed.at, isResumed: true }
    playOrLogIn(work, { tracks: resumed.tracks, forms }, resumed.index, from)
    return true
  }
  const played = playedTracks(work.id, tracks)
  if (played.length > 0) playOrLogIn(work, { tracks: played, forms }, 0)
  return played.length > 0
}

/** It is requested anew, since it may have gone on elsewhere. Where no response comes, what was known before counts. */
async function progressOf(workId: string): Promise<Progress | null> {
  if (!isLoggedIn()) return null
  const query = progressQuery(workId)
  const known = await queryClient.fetchQuery(query).catch(() => queryClient.getQueryData(query.queryKey))
  if (known?.progress) noteRevision(workId, known.progress.revision)
  return known?.progress ?? null
}

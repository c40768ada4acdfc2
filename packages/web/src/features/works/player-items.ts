import type { Progress } from '@koedana/contract/progress.ts'
import type { Track, WorkCard, WorkFiles } from '@koedana/contract/works.ts'
import { progressQuery } from '../../domain/progress-query.ts'
import { requestLoginToListen } from '../../domain/request-login.ts'
import { isLoggedIn } from '../../domain/session.ts'
import { queryClient } from '../../lib/query-client.ts'
import { gainOf } from '../../player/loudness.rules.ts'
import { playableUrl } from '../../player/playable-track.ts'
import { noteRevision, playTracks, preloadPlayer } from '../../player/player-actions.ts'
import type { PlayerItem } from '../../player/player-item.ts'
import { resumePositionIn } from './resume.rules.ts'
import { chosenGroup, playedTracks } from './track-choice.ts'
import { workFilesQuery } from './work-query.ts'

type WorkSummary = Pick<WorkCard, 'id' | 'title' | 'artists' | 'maker' | 'cover'>

/** The tracks of a work and the forms in which they can be played. */
export interface PlayableFiles {
  readonly tracks: readonly Track[]
  readonly forms: WorkFiles['forms']
}

/** Returns the player items, without tracks that the viewer may not play. */
export function itemsOf(work: WorkSummary, { tracks, forms }: PlayableFiles): PlayerItem[] {
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

/** Returns the items that Play plays, from the beginning. */
export const preferredItems = (work: WorkSummary, { tracks, forms }: PlayableFiles): PlayerItem[] =>
  itemsOf(work, { tracks: playedTracks(work.id, tracks), forms })

/** Returns whether the viewer may not listen; the permission is the same for all files. */
export const isListeningForbidden = (tracks: readonly Track[]): boolean =>
  tracks.some(({ url, away }) => url === null && !away)

/** Queues the tracks and plays from the index, or from the saved position. Users without permission are sent to the login. */
export function playOrLogIn(
  work: WorkSummary,
  { tracks, forms }: PlayableFiles,
  index: number,
  from?: { readonly at: number; readonly isResumed: boolean },
): void {
  if (isListeningForbidden(tracks)) void requestLoginToListen(work.id)
  else {
    // Tracks of a disabled storage are left out, which shifts the index.
    const before = tracks.slice(0, index).filter(({ url }) => url !== null)
    playTracks(itemsOf(work, { tracks, forms }), before.length, from)
  }
}

/**
 * Plays the work from the saved position, from the start of that track, or from its first track. Resolves with false if there is nothing to
 * play.
 */
export async function playWork(work: WorkSummary, isFromTrackStart = false): Promise<boolean> {
  void preloadPlayer()
  const [{ tracks, forms }, progress] = await Promise.all([
    queryClient.fetchQuery(workFilesQuery(work.id)),
    progressOf(work.id),
  ])
  const resumed = resumePositionIn(tracks, progress, chosenGroup(work.id, tracks)?.tracks)
  if (resumed) {
    const from = isFromTrackStart ? { at: 0, isResumed: false } : { at: resumed.at, isResumed: true }
    playOrLogIn(work, { tracks: resumed.tracks, forms }, resumed.index, from)
    return true
  }
  const played = playedTracks(work.id, tracks)
  if (played.length > 0) playOrLogIn(work, { tracks: played, forms }, 0)
  return played.length > 0
}

/** Requested again, because another device may have continued. Without a response, the cached position is used. */
async function progressOf(workId: string): Promise<Progress | null> {
  if (!isLoggedIn()) return null
  const query = progressQuery(workId)
  const known = await queryClient.fetchQuery(query).catch(() => queryClient.getQueryData(query.queryKey))
  if (known?.progress) noteRevision(workId, known.progress.revision)
  return known?.progress ?? null
}

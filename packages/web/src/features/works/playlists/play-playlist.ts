import { requestLoginToListen } from '../../../domain/request-login.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { playTracks, preloadPlayer } from '../../../player/player-actions.ts'
import { isListeningForbidden, itemsOf } from '../player-items.ts'
import { playlistTracks } from './playlist-query.ts'

/** Plays the playlist from an item, or from the beginning. Missing files are skipped. */
export async function playPlaylist(id: string, from?: string): Promise<void> {
  void preloadPlayer()
  const found = await playlistTracks(id, from).catch(() => undefined)
  // The client has shown the error.
  if (!found) return
  const { forms, items } = found
  const silent = items.find(({ tracks }) => isListeningForbidden(tracks))
  if (silent) return void requestLoginToListen(silent.work.id)
  const parts = items.map(({ work, tracks }) => itemsOf(work, { tracks, forms }))
  const queue = parts.flat()
  if (queue.length === 0) return notify(translate('menu.noTracks'))
  const at = Math.max(0, from === undefined ? 0 : items.findIndex((item) => item.id === from))
  const before = parts.slice(0, at).reduce((sum, { length }) => sum + length, 0)
  playTracks(queue, Math.min(before, queue.length - 1))
}

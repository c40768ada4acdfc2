/** Finds out why a track stopped playing and what can be done. Requests to the server show no errors to the user, if possible. */
import { ErrorBody } from '@koedana/contract/errors.ts'
import type { Track } from '@koedana/contract/works.ts'
import * as v from 'valibot'
import { requestLoginToListen } from '../domain/request-login.ts'
import { loadFilesOf } from '../domain/shared-files.ts'
import { currentOf, type Queue } from './engine/queue.rules.ts'
import type { RecoveryResult } from './engine/recovery.ts'
import { type FormChoice, isConverted, plainUrl, playableUrl } from './playable-track.ts'
import type { PlayerItem } from './player-item.ts'

export async function recoverQueue(
  queue: Queue<PlayerItem>,
  failures: number,
): Promise<RecoveryResult<PlayerItem>> {
  const item = currentOf(queue)
  if (!item) return { type: 'unplayable' }
  const fault = await faultOf(plainUrl(item.track.url))
  if (fault) return { type: fault }
  const files = await loadFilesOf(item.workId, item.track.url).catch(() => undefined)
  if (!files) return { type: 'refused' }
  if (files.tracks.some(({ url, away }) => url === null && !away)) {
    void requestLoginToListen(item.workId)
    return { type: 'refused' }
  }
  const fresh = new Map(files.tracks.map((track) => [track.id, track]))
  const track = fresh.get(item.track.id)
  if (track?.away) return { type: 'away' }
  // First retry with a new link, then once more in another form.
  const mustConvert = isConverted(item.track.url) || failures > 1
  const isHopeless = failures > (isConverted(item.track.url) ? 1 : 2)
  if (!track || isHopeless || (failures > 1 && files.forms.length === 0)) return { type: 'unplayable' }
  const renewed = (one: PlayerItem): PlayerItem => {
    const { forms } = files
    return withLink(one, fresh.get(one.track.id), { forms, mustConvert: mustConvert && one === item })
  }
  return { type: 'mended', queue: { items: queue.items.map(renewed), index: queue.index } }
}

function withLink(item: PlayerItem, track: Track | undefined, choice: FormChoice): PlayerItem {
  if (!track?.url) return item
  return { ...item, track: { ...item.track, url: playableUrl(track, track.url, choice) } }
}

/** Returns undefined if the server would send the file or reports that the link has expired. */
async function faultOf(url: string): Promise<'offline' | 'away' | 'unplayable' | undefined> {
  try {
    const response = await fetch(url, {
      headers: { range: 'bytes=0-0' },
      signal: AbortSignal.timeout(maxMs),
    })
    if (response.status < 500) return response.status === 404 ? 'unplayable' : undefined
    const body: unknown = await response.json().catch(() => undefined)
    const parsed = v.safeParse(ErrorBody, body)
    return parsed.success && parsed.output.code === 'storageAway' ? 'away' : 'offline'
  } catch {
    return 'offline'
  }
}

const maxMs = 8_000

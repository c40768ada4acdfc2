/** Links to files are short-lived: the same queue with new ones. */
import { listWorkFiles } from '@koedana/contract/works.ts'
import { call } from '../lib/api.ts'
import { listenFirst } from '../lib/listen-first.ts'
import type { Queue } from './engine/queue.rules.ts'
import type { PlayerItem } from './player-item.ts'

/** For the tracks of one work; undefined where the server does not answer, or its listener may not listen any more: that is told. */
export async function renewLinks(
  { items, index }: Queue<PlayerItem>,
  workId: string,
): Promise<Queue<PlayerItem> | undefined> {
  const answer = await call(listWorkFiles, { params: { id: workId } }).catch(() => undefined)
  if (!answer) return undefined
  if (answer.tracks.some(({ url }) => url === null)) {
    void listenFirst(workId)
    return undefined
  }
  const fresh = new Map(answer.tracks.map(({ id, url }) => [id, url]))
  const renewed = (item: PlayerItem): PlayerItem => {
    const url = fresh.get(item.track.id) ?? item.track.url
    return { ...item, track: { ...item.track, url } }
  }
  return { items: items.map(renewed), index }
}

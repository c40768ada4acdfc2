/** A track in the queue, with what is needed to show it far from its work's page. */
import { Cover, Track } from '@koedana/contract/works.ts'
import * as v from 'valibot'

/** What the player has no use for stays behind. */
const { set: _set, preferred: _preferred, ...heard } = Track.entries

export const PlayerItem = v.object({
  workId: v.string(),
  /** Of the work. */
  title: v.string(),
  artist: v.string(),
  cover: v.nullable(Cover),
  track: v.object({ ...heard, url: v.string() }),
})
export type PlayerItem = v.InferOutput<typeof PlayerItem>

/** A track in the queue, with what is needed to show it far from its work's page. */
import { Cover, Track } from '@koedana/contract/works.ts'
import * as v from 'valibot'

export const PlayerItem = v.object({
  workId: v.string(),
  /** Of the work. */
  title: v.string(),
  artist: v.string(),
  cover: v.nullable(Cover),
  track: v.object({ ...Track.entries, url: v.string() }),
})
export type PlayerItem = v.InferOutput<typeof PlayerItem>

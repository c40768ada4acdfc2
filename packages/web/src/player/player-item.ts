/** A track in the queue, with the data to display it. */
import { coverSizes } from '@koedana/contract/values.ts'
import { Chapter, Cover, PlayerTrack } from '@koedana/contract/works.ts'
import * as v from 'valibot'
import { coverUrl } from '../domain/cover-url.ts'

export const PlayerItem = v.object({
  workId: v.string(),
  title: v.string(),
  artist: v.string(),
  /** Determines the colors of the placeholder for a missing cover. */
  makerId: v.optional(v.string()),
  cover: v.nullable(Cover),
  track: v.object({
    ...PlayerTrack.entries,
    url: v.string(),
    chapters: v.optional(v.array(Chapter)),
    hasWaveform: v.optional(v.boolean()),
    /** The gain that normalizes the loudness of the work, in dB, never above 0. */
    gain: v.optional(v.pipe(v.number(), v.maxValue(0)), 0),
  }),
  /** The index before the queue was shuffled. */
  order: v.optional(v.number()),
})
export type PlayerItem = v.InferOutput<typeof PlayerItem>

/** Returns a work's cover in every size, for the system's media controls to choose from. Empty if the cover is hidden. */
export function coverImages(workId: string, cover: Cover | null): MediaImage[] {
  const signature = cover?.signature
  if (!cover || !signature) return []
  return coverSizes.map((width) => ({
    src: coverUrl(workId, { ...cover, signature }, width),
    sizes: `${width}x${(width * 3) / 4}`,
    type: 'image/webp',
  }))
}

/** A track in the queue, with what is shown of it wherever it plays. */
import { coverSizes } from '@koedana/contract/values.ts'
import { Chapter, Cover, HeardTrack } from '@koedana/contract/works.ts'
import * as v from 'valibot'
import { coverUrl } from '../domain/cover-url.ts'

export const PlayerItem = v.object({
  workId: v.string(),
  /** The title of the work. */
  title: v.string(),
  artist: v.string(),
  /** Decides the colours of what is drawn where there is no cover. */
  makerId: v.optional(v.string()),
  cover: v.nullable(Cover),
  track: v.object({
    ...HeardTrack.entries,
    url: v.string(),
    chapters: v.optional(v.array(Chapter)),
    hasWaveform: v.optional(v.boolean()),
    /** The gain that brings the work to the loudness of others, in dB, never above 0. */
    gain: v.optional(v.pipe(v.number(), v.maxValue(0)), 0),
  }),
  /** The index before the queue was shuffled. */
  order: v.optional(v.number()),
})
export type PlayerItem = v.InferOutput<typeof PlayerItem>

/** Returns a work's cover as the system's own controls want it: every size, so that they choose. A veiled one is none. */
export function coverImages(workId: string, cover: Cover | null): MediaImage[] {
  const signature = cover?.signature
  if (!cover || !signature) return []
  return coverSizes.map((width) => ({
    src: coverUrl(workId, { ...cover, signature }, width),
    sizes: `${width}x${(width * 3) / 4}`,
    type: 'image/webp',
  }))
}

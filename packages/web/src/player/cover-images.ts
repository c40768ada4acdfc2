/** A work's cover as the system's own controls want it: every size, so that they choose. A veiled one is none. */
import { coverSizes } from '@koedana/contract/values.ts'
import type { Cover } from '@koedana/contract/works.ts'
import { coverUrl } from '../lib/cover-url.ts'

export function coverImages(workId: string, cover: Cover | null): MediaImage[] {
  const signature = cover?.signature
  if (!cover || !signature) return []
  return coverSizes.map((width) => ({
    src: coverUrl(workId, { ...cover, signature }, width),
    sizes: `${width}x${(width * 3) / 4}`,
    type: 'image/webp',
  }))
}

/** A work's cover in the fixed sizes that the server makes. */
import { basePath } from '@koedana/contract/api.ts'
import { coverSizes } from '@koedana/contract/values.ts'
import type { Cover } from '@koedana/contract/works.ts'

export function coverImages(workId: string, cover: Cover | null): MediaImage[] {
  if (!cover) return []
  return coverSizes.map((width) => ({
    src: `${basePath}/covers/${workId}/${width}/${cover.version}?s=${cover.signature}`,
    sizes: `${width}x${(width * 3) / 4}`,
    type: 'image/webp',
  }))
}

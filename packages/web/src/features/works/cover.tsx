import { basePath } from '@koedana/contract/api.ts'
import { coverSizes } from '@koedana/contract/values.ts'
import type { WorkCard } from '@koedana/contract/works.ts'

export interface CoverProps {
  readonly work: Pick<WorkCard, 'id' | 'cover'>
  /** `sizes` of the image, as `210px`. */
  readonly sizes?: string
  readonly eager?: boolean
}

export function Cover({ work, sizes = '210px', eager = false }: CoverProps) {
  return (
    <div className="aspect-4/3 overflow-hidden rounded-card bg-sunken">
      {work.cover && (
        <img
          alt=""
          srcSet={coverSizes
            .map(
              (size) =>
                `${basePath}/covers/${work.id}/${size}/${work.cover?.version}?s=${work.cover?.signature} ${size}w`,
            )
            .join(', ')}
          sizes={sizes}
          loading={eager ? 'eager' : 'lazy'}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}

/** Load lazily: most works have an image. */
import type { WorkCard } from '@koedana/contract/works.ts'
import { useEffect } from 'react'
import { PlaceholderCover } from '../../ui/placeholder-cover.tsx'

export interface DrawnWorkProps {
  readonly work: Pick<WorkCard, 'id'> & Partial<Pick<WorkCard, 'title' | 'titleLanguage' | 'maker'>>
  readonly bare?: boolean
  readonly isWhole?: boolean | undefined
  /** Called when the connection is back, to retry an image that failed to load. */
  readonly onOnline?: () => void
}

/** The placeholder cover of a work without an image, or whose image failed to load. */
export function PlaceholderWorkCover({ work, bare = false, isWhole, onOnline }: DrawnWorkProps) {
  useEffect(() => {
    if (!onOnline) return
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [onOnline])
  return (
    <PlaceholderCover
      id={work.id}
      makerId={work.maker?.id}
      title={work.title}
      lang={work.titleLanguage}
      isSmall={bare}
      isWhole={isWhole}
    />
  )
}

/** Import it lazily: most works have a picture. */
import type { WorkCard } from '@koedana/contract/works.ts'
import { useEffect } from 'react'
import { DrawnCover } from '../../ui/drawn-cover.tsx'

export interface DrawnWorkProps {
  readonly work: Pick<WorkCard, 'id'> & Partial<Pick<WorkCard, 'title' | 'titleLanguage' | 'maker'>>
  readonly bare?: boolean
  readonly isWhole?: boolean | undefined
  /** Called when the browser has a connection again: a picture that could not be loaded may be there. */
  readonly onOnline?: () => void
}

/** Shows the cover of a work that has none, or whose picture could not be loaded. */
export function DrawnWork({ work, bare = false, isWhole, onOnline }: DrawnWorkProps) {
  useEffect(() => {
    if (!onOnline) return
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [onOnline])
  return (
    <DrawnCover
      id={work.id}
      makerId={work.maker?.id}
      title={work.title}
      lang={work.titleLanguage}
      isSmall={bare}
      isWhole={isWhole}
    />
  )
}

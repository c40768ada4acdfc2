import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useT } from '../../lib/i18n.ts'

export interface HomeSectionProps {
  readonly title: string
  /** The list this is the beginning of. */
  readonly search: {
    readonly sort: 'releaseDateDesc' | 'recentlyAdded' | 'salesDesc'
    readonly inLibrary?: true
  }
  readonly children: ReactNode
}

export function HomeSection({ title, search, children }: HomeSectionProps) {
  const t = useT()
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id} className="text-lg font-semibold tracking-tight">
          {title}
        </h2>
        <Link
          to="/works"
          search={search}
          aria-label={`${t('home.seeAll')}: ${title}`}
          className="-mr-2 inline-flex min-h-9 items-center gap-0.5 rounded-full px-2 text-[13px] font-medium text-acc hover:bg-soft pointer-coarse:min-h-11"
        >
          {t('home.seeAll')}
          <IconChevronRight size={15} aria-hidden />
        </Link>
      </div>
      {children}
    </section>
  )
}

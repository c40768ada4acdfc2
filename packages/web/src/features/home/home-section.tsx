import { IconChevronRight } from '@tabler/icons-react'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useT } from '../../lib/i18n.ts'

export interface HomeSectionProps {
  readonly title: string
  /** The list this is the beginning of. */
  readonly more?: LinkOptions
  /** A control between the title and the link. */
  readonly control?: ReactNode
  readonly children: ReactNode
}

export function HomeSection({ title, more, control, children }: HomeSectionProps) {
  const t = useT()
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={id} className="text-lg font-semibold tracking-tight">
          {title}
        </h2>
        {control && <div className="max-md:order-last max-md:w-full">{control}</div>}
        {more && (
          <Link
            {...more}
            aria-label={`${t('home.seeAll')}: ${title}`}
            className="-mr-2 ml-auto inline-flex min-h-9 items-center gap-0.5 rounded-full px-2 text-[13px] font-medium text-acc hover:bg-soft pointer-coarse:min-h-11"
          >
            {t('home.seeAll')}
            <IconChevronRight size={15} aria-hidden />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

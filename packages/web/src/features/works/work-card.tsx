import type { WorkCard as Card } from '@koedana/contract/works.ts'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useFormat } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { Skeleton } from '../../ui/page.tsx'
import { Cover } from './cover.tsx'

export const CardTools = lazy(() =>
  import('./selection/card-tools.tsx').then(({ CardTools }) => ({ default: CardTools })),
)

export interface WorkCardProps {
  readonly work: Card
  readonly eager?: boolean
  /** One level below the section's heading. */
  readonly heading?: 'h2' | 'h3'
  /** The index in a list with selection. */
  readonly at?: number
  /** If false, only the title and the colors of the cover are rendered. */
  readonly isWhole?: boolean
  /** Replaces the router's link to the work. */
  readonly link?: ReactNode
}

export function WorkCard(props: WorkCardProps) {
  const { work, eager = false, heading: Heading = 'h3', at, isWhole = true, link } = props
  const format = useFormat()
  return (
    <article ref={menuFor({ kind: 'works', work })} className="group relative min-w-0">
      <Cover work={work} eager={eager} isWhole={isWhole} />
      {isWhole && (
        <Suspense>
          <CardTools work={work} at={at} />
        </Suspense>
      )}
      <Heading className="card-title mt-2.5 group-hover:text-acc" lang={work.titleLanguage}>
        {link ?? (
          <Link to="/work/$workId" params={{ workId: work.id }} className="stretched-link">
            {work.title}
          </Link>
        )}
      </Heading>
      {isWhole && (
        <>
          <p className="card-line mt-0.5 text-[12.5px]" lang={nameLanguage(work.maker?.name)}>
            {work.maker?.name}
          </p>
          <p className="mt-1 text-[12px] text-mut">
            {work.rating !== null && (
              <>
                <span className="text-acc" aria-hidden>
                  {'★ '}
                </span>
                {format.rating(work.rating)}
                {work.price !== null && ' · '}
              </>
            )}
            {work.price !== null && format.price(work.price)}
          </p>
        </>
      )}
    </article>
  )
}

export function WorkCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-4/3 rounded-card!" />
      <Skeleton className="mt-3 h-3.5 w-4/5" />
      <Skeleton className="mt-2 h-3 w-1/2" />
    </div>
  )
}

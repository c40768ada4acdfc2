import type { WorkCard } from '@koedana/contract/works.ts'
import { IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { Skeleton } from '../../ui/page.tsx'
import { Cover } from './cover.tsx'
import { lineHeight } from './grid.rules.ts'

export interface WorkLineProps {
  readonly work: WorkCard
  readonly eager: boolean
}

/** A work in one row: what tells it apart at the left, its numbers in columns at the right as far as there is room. */
export function WorkLine({ work, eager }: WorkLineProps) {
  const t = useT()
  const format = useFormat()
  const people = [work.maker, ...work.artists].flatMap((entity) => entity?.name ?? [])
  return (
    <article
      ref={menuFor({ kind: 'works', work })}
      className="group @container relative flex items-center gap-3 border-b border-line"
      style={{ height: lineHeight }}
    >
      <div className="w-18 shrink-0 *:rounded-lg">
        <Cover work={work} sizes="72px" eager={eager} bare />
      </div>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-sm font-medium group-hover:text-acc" lang={work.titleLanguage}>
          <Link to="/work/$workId" params={{ workId: work.id }} className="after:absolute after:inset-0">
            {work.title}
          </Link>
        </h2>
        <p className="truncate text-[12.5px] text-mut">
          {work.ageCategory !== 'all' && (
            <span className="mr-2 text-[11px] font-semibold text-fg">{t(`age.${work.ageCategory}`)}</span>
          )}
          <span lang={nameLanguage(people.join(''))}>{people.join(' · ')}</span>
        </p>
      </div>
      <p className="flex shrink-0 items-center gap-4 text-right text-[12.5px] whitespace-nowrap text-mut">
        <span className="hidden w-28 @2xl:block">{work.releaseDate && format.date(work.releaseDate)}</span>
        <span className="hidden w-20 @3xl:block">
          {work.sales !== null && t('home.sold', { count: work.sales })}
        </span>
        <span className="hidden w-24 @xl:block">
          {work.duration !== null && format.duration(work.duration)}
        </span>
        <span className="flex w-14 flex-col items-end @md:w-auto @md:flex-row @md:gap-4">
          <span className="inline-flex w-12 items-center justify-end gap-1">
            {work.rating !== null && (
              <>
                <IconStarFilled size={11} className="text-acc" aria-hidden />
                {format.rating(work.rating)}
              </>
            )}
          </span>
          <span className="@md:w-14">{work.price !== null && format.price(work.price)}</span>
        </span>
      </p>
    </article>
  )
}

export function WorkLineSkeleton() {
  return (
    <div className="flex items-center gap-3 border-b border-line" style={{ height: lineHeight }}>
      <Skeleton className="h-13.5 w-18 shrink-0" />
      <div className="min-w-0 flex-1">
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="mt-2 h-3 w-2/5" />
      </div>
    </div>
  )
}

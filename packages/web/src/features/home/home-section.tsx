import { IconChevronRight } from '@tabler/icons-react'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/page.tsx'
import { greetingKey } from './greeting.rules.ts'

export interface HomeSectionProps {
  readonly title: string
  readonly more?: LinkOptions
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

export interface GreetingProps {
  readonly workCount: number
  readonly libraryCount: number
  readonly name?: string | undefined
}

export function Greeting({ workCount, libraryCount, name }: GreetingProps) {
  const t = useT()
  const greeting = t(greetingKey(new Date().getHours()))
  return (
    <header>
      <h1 className="page-title wrap-anywhere">
        {name === undefined ? greeting : t('home.greetingTo', { greeting, name })}
      </h1>
      <p className="mt-1 text-mut">{t('home.sizes', { works: workCount, library: libraryCount })}</p>
    </header>
  )
}

/** A placeholder with the heights of the real page, to avoid layout shifts. */
export function HomeSkeleton({ isOwn = false }: { readonly isOwn?: boolean }) {
  const t = useT()
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton className="h-[35px] w-56" />
      <Skeleton className="mt-2 h-5 w-72 max-w-full" />
      {isOwn && (
        <>
          <Skeleton className="mt-6 h-52 rounded-card!" />
          <Skeleton className="mt-5 h-9 w-80 max-w-full rounded-full!" />
        </>
      )}
      <RowSkeleton />
      <RowSkeleton />
    </div>
  )
}

function RowSkeleton() {
  return (
    <div className="mt-10">
      <Skeleton className="mb-4 h-7 w-32" />
      <div className="grid auto-cols-[44%] grid-flow-col gap-4 overflow-hidden sm:auto-cols-[210px] md:gap-5">
        {columns.map((column) => (
          <div key={column}>
            <Skeleton className="aspect-4/3 w-full" />
            <Skeleton className="mt-3 h-4 w-11/12" />
            <Skeleton className="mt-2 h-4 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  )
}

const columns = [1, 2, 3, 4, 5, 6, 7]

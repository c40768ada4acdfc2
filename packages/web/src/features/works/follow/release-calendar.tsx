import type { WorkCard } from '@koedana/contract/works.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { releasesQuery } from '../../../domain/follows-query.ts'
import { useHomeWords } from '../../../domain/home-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { menuFor } from '../../../lib/menu-subject.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { useSettings } from '../../../lib/settings.ts'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { Cover } from '../cover.tsx'
import { addMonths, daysOf, todayOf } from './months.rules.ts'
import { useMonth } from './use-month.ts'

/** A monthly calendar of releases by followed entities, including announced ones. */
export function ReleaseCalendar() {
  useHomeWords()
  const t = useT()
  const locale = useSettings((settings) => settings.locale)
  const [month, turnTo] = useMonth()
  const { from, to } = daysOf(month)
  const { data, error, refetch, isPlaceholderData } = useQuery(releasesQuery(from, to))
  const title = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  const byDay = [...Map.groupBy(data?.items ?? [], ({ releaseDate }) => releaseDate ?? '')]
  return (
    <section aria-labelledby="releases" className="mb-6">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="releases" className="mr-auto text-lg font-semibold tracking-tight">
          {t('follow.calendar')}
        </h2>
        <button
          type="button"
          className="btn-icon"
          aria-label={t('follow.monthBefore')}
          onClick={() => turnTo(addMonths(month, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </button>
        <p className="min-w-24 text-center text-sm font-medium" aria-live="polite">
          {title.format(new Date(from))}
        </p>
        <button
          type="button"
          className="btn-icon"
          aria-label={t('follow.monthAfter')}
          onClick={() => turnTo(addMonths(month, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </button>
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-32 rounded-card!" />}
      {data && byDay.length === 0 && (
        <p className="rounded-card border border-line bg-surface p-4 text-[13px] text-mut">
          {t('follow.calendarNone')}
        </p>
      )}
      <ol aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-50' : undefined}>
        {byDay.map(([day, works]) => (
          <ReleaseDay key={day} day={day} works={works} />
        ))}
      </ol>
    </section>
  )
}

interface ReleaseDayProps {
  readonly day: string
  readonly works: readonly WorkCard[]
}

function ReleaseDay({ day, works }: ReleaseDayProps) {
  const t = useT()
  const locale = useSettings((settings) => settings.locale)
  const name = new Intl.DateTimeFormat(locale, { day: 'numeric', weekday: 'short', timeZone: 'UTC' })
  const isAnnounced = day > todayOf(new Date())
  return (
    <li className="flex gap-4 border-t border-line py-2">
      <div className="w-20 shrink-0 pt-2">
        <time dateTime={day} className="block text-sm font-semibold">
          {name.format(new Date(day))}
        </time>
        {isAnnounced && (
          <span className="mt-1 inline-flex rounded-full bg-soft px-2 py-0.5 text-[11.5px] font-medium text-acc">
            {t('follow.upcoming')}
          </span>
        )}
      </div>
      <ul className="grid min-w-0 flex-1 gap-x-8 lg:grid-cols-2">
        {works.map((work) => (
          <Release key={work.id} work={work} />
        ))}
      </ul>
    </li>
  )
}

function Release({ work }: { readonly work: WorkCard }) {
  const t = useT()
  return (
    <li
      ref={menuFor({ kind: 'works', work })}
      className="group relative flex min-w-0 items-center gap-3 py-1.5"
    >
      <div className="w-16 shrink-0">
        <Cover work={work} sizes="64px" bare />
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="truncate text-sm font-medium group-hover:text-acc" lang={work.titleLanguage}>
          <Link to="/work/$workId" params={{ workId: work.id }} className="stretched-link">
            {work.title}
          </Link>
        </h3>
        <p className="truncate text-[12.5px] text-mut" lang={nameLanguage(work.maker?.name)}>
          {work.maker?.name}
        </p>
      </div>
      {work.inLibrary && (
        <span className="size-2 shrink-0 rounded-full bg-acc" role="img" aria-label={t('filter.inLibrary')} />
      )}
    </li>
  )
}

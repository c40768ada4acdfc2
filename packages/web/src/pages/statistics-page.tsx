import { getStatistics, type Statistics } from '@koedana/contract/statistics.ts'
import { integer } from '@koedana/contract/values.ts'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { call } from '../domain/api.ts'
import { currentUser } from '../domain/session.ts'
import { BarChart } from '../features/works/heard/bar-chart.tsx'
import { localHour, type YearOfListening, yearOf } from '../features/works/heard/statistics.rules.ts'
import { useStatisticsWords } from '../features/works/heard/statistics-words.ts'
import { YearPicture } from '../features/works/heard/year-picture.tsx'
import { useFormat, useT } from '../lib/i18n.ts'
import { nameLanguage } from '../lib/name-language.rules.ts'
import { useSettings } from '../lib/settings.ts'
import { useSearchState } from '../lib/use-search-state.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'

const Address = v.object({ year: v.optional(integer(1970, 9999)) })

/** A year of the user's listening: when, how long, to what, and as a picture to save. */
export function StatisticsPage() {
  useStatisticsWords()
  const t = useT()
  const now = new Date().getFullYear()
  const [{ year: named = now }, change] = useSearchState(Address)
  const year = Math.min(named, now)
  const query = { ...statisticsQuery(year), placeholderData: keepPreviousData }
  const { data, error, refetch, isPlaceholderData } = useQuery(query)
  useDocumentTitle(t('statistics.title'))
  const first = Math.min(year, data?.since ? new Date(data.since).getFullYear() : now)
  const years = Array.from({ length: now - first + 1 }, (_, ago) => now - ago)
  return (
    <div className="mx-auto max-w-4xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="page-title">{t('statistics.title')}</h1>
          <p className="text-[13px] text-mut">{t('statistics.help')}</p>
        </div>
        <select
          className="input w-auto"
          aria-label={t('statistics.year')}
          value={year}
          onChange={({ target }) => change({ year: Number(target.value) })}
        >
          {years.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="mt-6 h-80 rounded-card!" />}
      {data?.hours.length === 0 && (
        <EmptyState
          title={t('statistics.empty', { year: String(year) })}
          icon={<IconChartBar size={26} aria-hidden />}
        >
          <p>{t('statistics.emptyHelp')}</p>
        </EmptyState>
      )}
      {data && data.hours.length > 0 && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-50' : undefined}>
          <Year year={year} data={data} />
        </div>
      )}
    </div>
  )
}

function Year({ year, data }: { readonly year: number; readonly data: Statistics }) {
  const t = useT()
  const heard = yearOf(data.hours, localHour)
  const facts = useFacts(heard, data.workCount)
  const { months, weekdays } = useCalendar()
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour))
  const picture = usePicture({ year, data, heard, months })
  return (
    <>
      <dl className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {facts.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse rounded-card border border-line bg-surface p-4">
            <dt className="text-[13px] text-mut">{label}</dt>
            {/* Keeps a number and its unit on one line. */}
            <dd className="text-xl font-bold tracking-tight" style={{ wordBreak: 'keep-all' }}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 grid gap-3 md:grid-cols-2">
        <div className="md:col-span-2">
          <BarChart title={t('statistics.months')} values={heard.months} labels={months} />
        </div>
        <BarChart title={t('statistics.hoursOfDay')} values={heard.hoursOfDay} labels={hours} every={3} />
        <BarChart title={t('statistics.weekdays')} values={heard.weekdays} labels={weekdays} />
      </div>
      <div className="mt-8 grid grid-cols-1 gap-6 md:grid-cols-3">
        <RankedNames
          title={t('statistics.works')}
          rows={data.works.map(({ work, seconds }) => ({ id: work.id, name: work.title, seconds }))}
          isWorks
        />
        <RankedNames title={t('statistics.makers')} rows={data.makers} />
        <RankedNames title={t('statistics.artists')} rows={data.artists} />
      </div>
      <YearPicture year={year} picture={picture} />
    </>
  )
}

function useFacts({ total, days, streak }: YearOfListening, works: number) {
  const t = useT()
  const format = useFormat()
  return [
    { value: format.duration(total), label: t('statistics.time') },
    { value: format.number(days), label: t('statistics.days', { count: days }) },
    { value: format.number(streak), label: t('statistics.streak', { count: streak }) },
    { value: format.number(works), label: t('statistics.workCount', { count: works }) },
  ]
}

/** Returns the labels of the calendar, from January and from Sunday. */
function useCalendar() {
  const locale = useSettings((settings) => settings.locale)
  const month = new Intl.DateTimeFormat(locale, {
    month: locale === 'en-US' ? 'short' : 'narrow',
    timeZone: 'UTC',
  })
  // Numbers without the character for "month": twelve of them fit on a phone.
  const nameOfMonth = (date: number) =>
    month.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return {
    months: Array.from({ length: 12 }, (_, index) => nameOfMonth(Date.UTC(2023, index, 1))),
    // January 1, 2023 was a Sunday.
    weekdays: Array.from({ length: 7 }, (_, index) => weekday.format(Date.UTC(2023, 0, 1 + index))),
  }
}

interface PictureInput {
  readonly year: number
  readonly data: Statistics
  readonly heard: YearOfListening
  readonly months: readonly string[]
}

function usePicture({ year, data, heard, months }: PictureInput) {
  const t = useT()
  const format = useFormat()
  const rows = (some: readonly { readonly name: string; readonly seconds: number }[]) =>
    some.map(({ name, seconds }) => ({ name, value: format.duration(seconds) }))
  const hours = Array.from({ length: 24 }, (_, hour) => (hour % 3 === 0 ? String(hour) : ''))
  return {
    title: t('statistics.yearTitle', { year: String(year) }),
    facts: useFacts(heard, data.workCount),
    charts: [
      { title: t('statistics.months'), values: heard.months, labels: months },
      { title: t('statistics.hoursOfDay'), values: heard.hoursOfDay, labels: hours },
    ],
    lists: [
      {
        title: t('statistics.works'),
        rows: rows(data.works.map(({ work, seconds }) => ({ name: work.title, seconds }))),
      },
      { title: t('statistics.makers'), rows: rows(data.makers) },
      { title: t('statistics.artists'), rows: rows(data.artists) },
    ],
    foot: 'Koedana 声棚',
  }
}

interface RankedProps {
  readonly title: string
  readonly rows: readonly { readonly id: string; readonly name: string; readonly seconds: number }[]
  readonly isWorks?: boolean
}

function RankedNames({ title, rows, isWorks = false }: RankedProps) {
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-[15px] font-semibold tracking-tight">{title}</h2>
      <ol className="overflow-hidden rounded-card border border-line bg-surface text-sm">
        {rows.slice(0, 10).map(({ id, name, seconds }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 border-line px-3 py-1.5 not-last:border-b">
            <span className="min-w-0 flex-1 truncate" lang={nameLanguage(name)} title={name}>
              {isWorks ? (
                <Link to="/work/$workId" params={{ workId: id }} className="hover:text-acc">
                  {name}
                </Link>
              ) : (
                name
              )}
            </span>
            <span className="shrink-0 text-[12.5px] text-mut">{format.duration(seconds)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Requests a year in the local time zone. */
const statisticsQuery = (year: number) =>
  queryOptions({
    queryKey: ['progress', currentUser()?.id, 'statistics', useSettings.getState().locale, year],
    queryFn: ({ signal }) => {
      const [from, to] = [new Date(year, 0, 1).toISOString(), new Date(year + 1, 0, 1).toISOString()]
      return call(getStatistics, { query: { from, to } }, signal)
    },
    staleTime: 0,
  })

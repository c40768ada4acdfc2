import { type Period, periods } from '@koedana/contract/values.ts'
import { type WorkCard as Card, listWorks } from '@koedana/contract/works.ts'
import { IconStarFilled, IconTrendingUp } from '@tabler/icons-react'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../domain/api.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { useSettings } from '../../lib/settings.ts'
import { SegmentedControl } from '../../ui/choices.tsx'
import { Cover } from './cover.tsx'
import type { RankedWorks } from './ranked.rules.ts'

export interface RankedListProps {
  readonly ranked: RankedWorks<Card>
  /** Whether the list is incomplete, so that no ranks are shown. */
  readonly isSelection?: boolean
  /** One level below the section's heading. */
  readonly heading?: 'h2' | 'h3'
}

/** A numbered list, in two columns if there is room; each work with its sales figure. */
export function RankedList({
  ranked: { works, sold, period },
  isSelection = false,
  heading = 'h3',
}: RankedListProps) {
  return (
    <ol className="grid grid-cols-1 gap-x-10 lg:grid-cols-2">
      {works.map((work, index) => (
        <RankedWork
          key={work.id}
          work={work}
          rank={isSelection ? undefined : index + 1}
          sold={sold[index] ?? 0}
          isGrowth={period !== 'all'}
          heading={heading}
        />
      ))}
    </ol>
  )
}

interface RankedWorkProps extends SoldProps {
  readonly work: Card
  readonly rank: number | undefined
  readonly heading: 'h2' | 'h3'
}

/** Phones have room for only one number next to the title: the sales figure. */
function RankedWork({ work, rank, sold, isGrowth, heading: Heading }: RankedWorkProps) {
  const format = useFormat()
  const people = [work.maker?.name, work.artists.map((artist) => artist.name).join(format.comma)].filter(
    Boolean,
  )
  return (
    <li
      ref={menuFor({ kind: 'works', work })}
      className="group relative flex items-center gap-3 border-b border-line py-3 sm:gap-4"
    >
      {rank !== undefined && (
        <span className="w-6 shrink-0 text-center text-lg font-semibold text-mut" aria-hidden>
          {rank}
        </span>
      )}
      <div className="w-20 shrink-0">
        <Cover work={work} sizes="80px" bare />
      </div>
      <div className="min-w-0 flex-1">
        <Heading className="truncate text-sm font-medium group-hover:text-acc" lang={work.titleLanguage}>
          <Link to="/work/$workId" params={{ workId: work.id }} className="stretched-link">
            {work.title}
          </Link>
        </Heading>
        <p className="truncate text-[12.5px] text-mut" lang={nameLanguage(people.join(''))}>
          {people.join(' · ')}
        </p>
      </div>
      {work.rating !== null && (
        <span
          className={`inline-flex shrink-0 items-center gap-1 text-[12.5px] text-mut ${isGrowth ? 'max-sm:hidden' : ''}`}
        >
          <IconStarFilled size={11} className="text-acc" aria-hidden />
          {format.rating(work.rating)}
        </span>
      )}
      <Sold sold={sold} isGrowth={isGrowth} />
    </li>
  )
}

interface SoldProps {
  readonly sold: number
  /** Whether the number is for the period; otherwise it is for all time. */
  readonly isGrowth: boolean
}

function Sold({ sold, isGrowth }: SoldProps) {
  const t = useT()
  const text = t('home.sold', { count: sold })
  if (!isGrowth) {
    return <span className="hidden w-24 shrink-0 text-right text-[12.5px] text-mut sm:block">{text}</span>
  }
  return (
    <span className="inline-flex shrink-0 items-center justify-end gap-1 text-[12.5px] font-medium text-pos sm:w-28">
      <IconTrendingUp size={15} aria-hidden />
      {text}
    </span>
  )
}

export interface PeriodSwitchProps {
  readonly value: Period
  readonly onChange: (period: Period) => void
}

export function PeriodSwitch({ value, onChange }: PeriodSwitchProps) {
  const t = useT()
  return (
    <SegmentedControl
      label={t('period.title')}
      value={value}
      options={periods.map((period) => ({ value: period, label: t(`period.${period}`) }))}
      onChange={onChange}
    />
  )
}

export interface PeriodNoteProps {
  readonly requested: Period
  /** The period of the actual order; null if no sales are known. */
  readonly summary: Period | null
}

/** Shows a note if the order is not for the requested period. */
export function PeriodNote({ requested, summary }: PeriodNoteProps) {
  const t = useT()
  if (summary === requested) return null
  return (
    <p className="w-full max-w-[70ch] text-[13px] text-mut" role="status">
      {t(summary === null ? 'popular.empty' : 'popular.notYet')}
    </p>
  )
}

/** Returns the first page of a period. Keeps the old response while another one loads. */
export const rankingsQuery = (period: Period, pageSize: number) =>
  queryOptions({
    queryKey: ['rankings', useSettings.getState().locale, period, pageSize],
    queryFn: ({ signal }) => call(listWorks, { query: { sort: 'popular', period, pageSize } }, signal),
    placeholderData: keepPreviousData,
  })

/** The rows of a listener's home page. */
import type { Home, HomeRow } from '@koedana/contract/home-page.ts'
import type { WorkCard } from '@koedana/contract/works.ts'
import type { LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HomeSection } from '../features/home/home-section.tsx'
import { lastDays } from '../features/home/week.rules.ts'
import { BarChart } from '../features/works/heard/bar-chart.tsx'
import { SetTiles } from '../features/works/home/set-tiles.tsx'
import { RankedList } from '../features/works/ranked-list.tsx'
import { Reasons } from '../features/works/similar/similar-works.tsx'
import { WorkRow } from '../features/works/work-row.tsx'
import { useFormat, useT } from '../lib/i18n.ts'
import { useSettings } from '../lib/settings.ts'
import { risingIn } from './home-news.tsx'

/** Titles of rows that are not there stand in the list of them all the same. */
export function useRowTitle({ own, risingPeriod }: Home): (row: HomeRow) => string {
  const t = useT()
  const titles: Readonly<Record<HomeRow, string>> = {
    followed: t('follow.news'),
    added: t('home.added'),
    because: own?.because ? t('home.because', { title: own.because.work.title }) : t('similar.title'),
    sets: t('home.sets'),
    rising: t(`popular.${risingPeriod ?? 'monthly'}`),
    latest: t('home.latest'),
    week: t('home.week'),
  }
  return (row) => titles[row]
}

const links: Readonly<Partial<Record<HomeRow, LinkOptions>>> = {
  followed: { to: '/follows' },
  added: { to: '/works', search: { sort: 'recentlyAdded', inLibrary: true } },
  rising: { to: '/rankings' },
  latest: { to: '/works', search: { sort: 'releaseDateDesc' } },
  week: { to: '/statistics' },
}

export interface HomeRowProps {
  readonly row: HomeRow
  readonly home: Home
  readonly own: NonNullable<Home['own']>
  readonly title: string
}

export function HomeRowOf({ row, home, own, title }: HomeRowProps) {
  const contents: Readonly<Record<HomeRow, () => ReactNode>> = {
    followed: () => <Followed works={own.followed} label={title} />,
    added: () => <WorkRow works={home.added} label={title} />,
    because: () => own.because && <Because because={own.because} label={title} />,
    sets: () => <SetTiles sets={own.sets} />,
    rising: () => <RankedList ranked={risingIn(home)} isSelection />,
    latest: () => <WorkRow works={home.latest} label={title} />,
    week: () => <Week own={own} />,
  }
  const control = row === 'added' && own.addedSince && own.addedSince.count > 0 && (
    <AddedSince {...own.addedSince} />
  )
  const more = links[row]
  return (
    <HomeSection title={title} {...(more && { more })} control={control}>
      {contents[row]()}
    </HomeSection>
  )
}

function AddedSince({ at, count }: NonNullable<HomeRowProps['own']['addedSince']>) {
  const t = useT()
  const format = useFormat()
  return <p className="text-[13px] text-acc">{t('home.addedSince', { count, date: format.date(at) })}</p>
}

/** Circle by circle, the one with the newest work first; what is here already has a mark. */
function Followed({ works, label }: { readonly works: readonly WorkCard[]; readonly label: string }) {
  const t = useT()
  const byCircle = [...Map.groupBy(works, ({ maker }) => maker?.id).values()].flat()
  return (
    <WorkRow
      works={byCircle}
      label={label}
      noteOf={({ inLibrary }) => (
        <p className="mt-1 flex min-h-5 items-center gap-1.5 text-[12px] text-mut">
          <span
            className={`size-2 shrink-0 rounded-full ${inLibrary ? 'bg-acc' : 'border border-mut'}`}
            aria-hidden
          />
          {t(inLibrary ? 'home.owned' : 'home.missing')}
        </p>
      )}
    />
  )
}

interface BecauseProps {
  readonly because: NonNullable<HomeRowProps['own']['because']>
  readonly label: string
}

function Because({ because: { items }, label }: BecauseProps) {
  const reasons = new Map(items.map((item) => [item.work.id, item.reasons]))
  return (
    <WorkRow
      works={items.map(({ work }) => work)}
      label={label}
      noteOf={({ id }) => <Reasons reasons={reasons.get(id) ?? []} />}
    />
  )
}

function Week({ own }: Pick<HomeRowProps, 'own'>) {
  const format = useFormat()
  const locale = useSettings((settings) => settings.locale)
  const days = lastDays(own.hours, new Date())
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
  const total = days.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <div className="max-w-xl">
      <BarChart
        title={total > 0 ? format.duration(total) : '–'}
        values={days.map(({ seconds }) => seconds)}
        labels={days.map(({ at }) => weekday.format(at))}
      />
    </div>
  )
}

/** The home page of a logged-in user. Load lazily: visitors do not need it. */
import { visitHome } from '@koedana/contract/home-actions.ts'
import type { Home, HomeRow } from '@koedana/contract/home-page.ts'
import type { User } from '@koedana/contract/session.ts'
import { roleOf } from '@koedana/contract/values.ts'
import type { SavedView, ViewSearch } from '@koedana/contract/views.ts'
import type { WorkCard } from '@koedana/contract/works.ts'
import { IconAdjustmentsHorizontal, IconDice5, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { call } from '../domain/api.ts'
import { useHomeWords } from '../domain/home-words.ts'
import { readLastHome, storeLastHome } from '../domain/last-home.ts'
import { homeQuery } from '../features/home/home-query.ts'
import { Greeting, HomeSection } from '../features/home/home-section.tsx'
import { lastDays } from '../features/home/week.rules.ts'
import { BarChart } from '../features/works/heard/bar-chart.tsx'
import { ContinueListening } from '../features/works/home/continue-listening.tsx'
import { SetTiles } from '../features/works/home/set-tiles.tsx'
import { RankedList } from '../features/works/ranked-list.tsx'
import { Reasons } from '../features/works/similar/similar-works.tsx'
import { WorkRow } from '../features/works/work-row.tsx'
import { useFormat, useT } from '../lib/i18n.ts'
import { useSettings } from '../lib/settings.ts'
import { useIsAfterFirstRender } from '../lib/use-is-after-first-render.ts'
import { HomeNews, HomeProblem, risingIn } from './home-news.tsx'

const sheets = () => import('./home-sheets.ts')

const LayoutSheet = lazy(() => sheets().then(({ LayoutSheet }) => ({ default: LayoutSheet })))

const RandomPick = lazy(() => sheets().then(({ RandomPick }) => ({ default: RandomPick })))

const ViewsDialog = lazy(() => sheets().then(({ ViewsDialog }) => ({ default: ViewsDialog })))

// Loaded with the page, because a page that suspends for its messages appears 300 ms late. Failed loads are retried by the page.
await Promise.allSettled([useHomeWords.load()])

export function MemberHome({ user }: { readonly user: User }) {
  useHomeWords()
  const {
    data: home,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...homeQuery(),
    placeholderData: readLastHome,
    staleTime: freshMs,
  })
  const isFresh = home !== undefined && !isPlaceholderData
  useEffect(() => {
    if (isFresh) storeLastHome(home)
  }, [isFresh, home])
  useEffect(() => {
    if (isFresh) noteVisit(user.id)
  }, [isFresh, user.id])
  if (!home?.own || home.workCount === 0)
    return <HomeProblem home={home} error={error} onReload={() => void refetch()} isOwn />
  return <Shown home={home} own={home.own} name={user.role === roleOf.guest ? undefined : user.username} />
}

/** Short, so that coming back to the page shows recent plays. */
const freshMs = 5_000

let visitNotedForUserId: string | undefined

/** Sent once per page load: what is added after this counts as new at the next visit. */
function noteVisit(userId: string): void {
  if (visitNotedForUserId === userId) return
  visitNotedForUserId = userId
  call(visitHome, {}).catch(() => {
    visitNotedForUserId = undefined
  })
}

interface ShownProps {
  readonly home: Home
  readonly own: NonNullable<Home['own']>
  readonly name: string | undefined
}

type Open = 'random' | 'views' | 'layout'

function Shown({ home, own, name }: ShownProps) {
  const t = useT()
  const [open, setOpen] = useState<Open>()
  const isLater = useIsAfterFirstRender()
  const titleOf = useRowTitle(home)
  const close = () => setOpen(undefined)
  return (
    <>
      <Greeting workCount={home.workCount} libraryCount={home.libraryCount} name={name} />
      <HomeNews home={home} />
      <ContinueListening items={own.continued} />
      <HomeChips views={own.views} onRandom={() => setOpen('random')} onEdit={() => setOpen('views')} />
      {isLater &&
        home.rows.map((row: HomeRow) => (
          <HomeRowContent key={row} row={row} home={home} own={own} title={titleOf(row)} />
        ))}
      <p className="mt-10 flex justify-center">
        <button type="button" className="btn h-10 pointer-coarse:h-11" onClick={() => setOpen('layout')}>
          <IconAdjustmentsHorizontal size={17} aria-hidden />
          {t('home.layout')}
        </button>
      </p>
      <Suspense>
        {open === 'random' && <RandomPick onClose={close} />}
        {open === 'views' && <ViewsDialog onClose={close} />}
        {open === 'layout' && <LayoutSheet layout={own.layout} titleOf={titleOf} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Also has titles for rows without content, because the layout settings list them. */
function useRowTitle({ own, risingPeriod }: Home): (row: HomeRow) => string {
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

interface HomeRowProps {
  readonly row: HomeRow
  readonly home: Home
  readonly own: NonNullable<Home['own']>
  readonly title: string
}

function HomeRowContent({ row, home, own, title }: HomeRowProps) {
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

/** Groups works by circle, the circle with the newest work first. Works in the library are marked. */
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

interface HomeChipsProps {
  readonly views: readonly SavedView[]
  readonly onRandom: () => void
  readonly onEdit: () => void
}

const shortMinutes = 15

/** Shortcuts into the library, and the saved views with their number of new works. */
function HomeChips({ views, onRandom, onEdit }: HomeChipsProps) {
  const t = useT()
  return (
    <nav aria-label={t('home.chips')} className="mt-5">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-8 md:flex-wrap md:px-8">
        <Chip search={{ inLibrary: true, maxDuration: shortMinutes * 60 }}>
          {t('home.shorter', { count: shortMinutes })}
        </Chip>
        <Chip search={{ inLibrary: true, hasLyrics: true }}>{t('home.withLyrics')}</Chip>
        <Chip search={{ inLibrary: true, heard: false }}>{t('home.notHeard')}</Chip>
        <li className="shrink-0">
          <button type="button" className="chip" onClick={onRandom}>
            <IconDice5 size={16} aria-hidden />
            {t('home.random')}
          </button>
        </li>
        {views.map(({ id, name, search, newCount }) => (
          <Chip key={id} search={search}>
            <span className="max-w-60 truncate">{name}</span>
            {newCount > 0 && (
              <span className="rounded-full bg-acc px-1.5 text-[11px] font-semibold text-accfg">
                <span aria-hidden>{newCount}</span>
                <span className="sr-only">{t('views.new', { count: newCount })}</span>
              </span>
            )}
          </Chip>
        ))}
        {views.length > 0 && (
          <li className="shrink-0">
            <button type="button" className="chip" aria-label={t('views.edit')} onClick={onEdit}>
              <IconPencil size={15} aria-hidden />
            </button>
          </li>
        )}
      </ul>
    </nav>
  )
}

interface ChipProps {
  readonly search: ViewSearch
  readonly children: ReactNode
}

const Chip = ({ search, children }: ChipProps) => (
  <li className="shrink-0">
    <Link to="/works" search={search} state={{ head: 'none' }} className="chip">
      {children}
    </Link>
  </li>
)

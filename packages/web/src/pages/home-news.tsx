/** Draws what the home page shows of the first run, of scans, of announcements and of sales. Import it lazily. */
import type { Home } from '@koedana/contract/home-page.ts'
import { IconLogin2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AnnouncementPill } from '../features/announcements/announcement-line.tsx'
import { HomeSection, HomeSkeleton } from '../features/home/home-section.tsx'
import { Arrivals } from '../features/scan/arrivals.tsx'
import { SetupNotice } from '../features/welcome/setup-call.tsx'
import { rankedOf } from '../features/works/ranked.rules.ts'
import { RankedList } from '../features/works/ranked-list.tsx'
import { useT } from '../lib/i18n.ts'
import { ErrorState, type ErrorStateProps } from '../ui/page.tsx'
import { NothingYet } from './nothing-yet.tsx'

export const HomeNews = ({ home }: { readonly home: Home }) => (
  <>
    <Arrivals count={home.workCount} />
    <AnnouncementPill items={home.announcements} />
  </>
)

/** Visitors see it. Nothing stands below it: whether it is there is known late, and nothing may move. */
export const SetupLine = () => (
  <div className="mt-10 empty:hidden">
    <Suspense>
      <SetupNotice />
    </Suspense>
  </div>
)

/** Visitors see it. */
export function LoginCall() {
  const t = useT()
  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0 flex-auto">
        <p className="font-semibold">{t('home.login')}</p>
        <p className="text-[13px] text-mut">{t('home.loginHelp')}</p>
      </div>
      <Link to="/auth/login" className="btn-primary h-10 pointer-coarse:h-11">
        <IconLogin2 size={17} aria-hidden />
        {t('nav.login')}
      </Link>
    </div>
  )
}

export const risingIn = ({ rising, risingPeriod, risingSold }: Home) =>
  rankedOf({ items: rising, popularPeriod: risingPeriod, popularSold: risingSold })

/** Shows what sells more than before: works that stand elsewhere on the page are not among them. */
export function Rising({ home }: { readonly home: Home }) {
  const t = useT()
  const period = home.risingPeriod ?? 'monthly'
  return (
    <HomeSection title={t(`popular.${period}`)} more={{ to: '/rankings', search: { period } }}>
      <RankedList ranked={risingIn(home)} isSelection />
    </HomeSection>
  )
}

export interface HomeProblemProps {
  readonly home: { readonly hidden?: number | undefined } | undefined
  readonly error: Error | null
  readonly onReload: () => void
  /** Whether it is somebody's own. */
  readonly isOwn?: boolean
}

/** Whatever the page is instead of rows: under way, failed, or without a single work. It keeps its heading. */
export function HomeProblem({ home, error, onReload, isOwn = false }: HomeProblemProps) {
  const t = useT()
  if (!home && error) return <HomeError message={error.message} onRetry={onReload} />
  if (!home) return <HomeSkeleton isOwn={isOwn} />
  return (
    <NothingYet
      heading="h1"
      hidden={home.hidden === undefined ? undefined : t('works.hidden', { count: home.hidden })}
    />
  )
}

function HomeError(props: ErrorStateProps) {
  const t = useT()
  return (
    <>
      <h1 className="sr-only">{t('nav.home')}</h1>
      <ErrorState {...props} />
    </>
  )
}

/** Setup, scan, announcement and sales sections of the home page. Load lazily. */
import type { Home } from '@koedana/contract/home-page.ts'
import { IconLogin2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AnnouncementPill } from '../features/announcements/announcement-line.tsx'
import { HomeSection, HomeSkeleton } from '../features/home/home-section.tsx'
import { ScanProgress } from '../features/scan/scan-progress.tsx'
import { SetupNotice } from '../features/welcome/setup-prompt.tsx'
import { rankedOf } from '../features/works/ranked.rules.ts'
import { RankedList } from '../features/works/ranked-list.tsx'
import { useT } from '../lib/i18n.ts'
import { ErrorState, type ErrorStateProps } from '../ui/page.tsx'
import { EmptyWorkList } from './empty-work-list.tsx'

export const HomeNews = ({ home }: { readonly home: Home }) => (
  <>
    <ScanProgress count={home.workCount} />
    <AnnouncementPill items={home.announcements} />
  </>
)

/** For visitors. Placed last, because it loads late and must not shift anything. */
export const SetupLine = () => (
  <div className="mt-10 empty:hidden">
    <Suspense>
      <SetupNotice />
    </Suspense>
  </div>
)

/** For visitors. */
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

/** Shows works with rising sales, without those shown elsewhere on the page. */
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
  readonly isOwn?: boolean
}

/** Shown instead of rows while loading, after a failure, or if there are no works. The heading is kept. */
export function HomeProblem({ home, error, onReload, isOwn = false }: HomeProblemProps) {
  const t = useT()
  if (!home && error) return <HomeError message={error.message} onRetry={onReload} />
  if (!home) return <HomeSkeleton isOwn={isOwn} />
  return (
    <EmptyWorkList
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

import { IconMoodEmpty } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import clsx from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { rankedOf } from '../features/works/ranked.rules.ts'
import { PeriodNote, PeriodSwitch, RankedList, rankingsQuery } from '../features/works/ranked-list.tsx'
import { useT } from '../lib/i18n.ts'
import { useIsAfterFirstRender } from '../lib/use-is-after-first-render.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'

const NothingHere = lazy(() =>
  import('../features/welcome/empty-list-reason.tsx').then(({ EmptyListReason }) => ({
    default: EmptyListReason,
  })),
)

/** The ranking of a period, which is stored in the URL. */
export function RankingsPage() {
  const t = useT()
  const isLater = useIsAfterFirstRender()
  const { period = 'weekly' } = useSearch({ from: '/site/rankings' })
  const navigate = useNavigate({ from: '/rankings' })
  const [length, setLength] = useState(step)
  const { data, error, isPlaceholderData, refetch } = useQuery(rankingsQuery(period, length))
  const ranked = data && rankedOf(data)
  useDocumentTitle(t('nav.rankings'))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pb-5">
        <div>
          <h1 className="page-title">{t('nav.rankings')}</h1>
          <p className="text-mut" aria-live="polite">
            {ranked?.period ? t(`popular.${ranked.period}`) : ''}
          </p>
        </div>
        <PeriodSwitch
          value={period}
          onChange={(next) => void navigate({ search: { period: next }, replace: true, resetScroll: false })}
        />
        {ranked?.period && !isPlaceholderData && <PeriodNote requested={period} summary={ranked.period} />}
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !(data && isLater) && <LoadingList />}
      {data?.total === 0 && (
        <Suspense>
          <NothingHere
            hidden={data.hidden === undefined ? undefined : t('works.hidden', { count: data.hidden })}
          />
        </Suspense>
      )}
      {ranked?.period === null && data?.total !== 0 && (
        <EmptyState title={t('popular.empty')} icon={<IconMoodEmpty size={26} aria-hidden />} />
      )}
      {ranked && isLater && (
        <div aria-busy={isPlaceholderData} className={clsx(isPlaceholderData && 'opacity-50')}>
          <RankedList ranked={ranked} heading="h2" />
        </div>
      )}
      {data && length < maxLength && ranked?.works.length === length && length < data.total && (
        <p className="mt-6 text-center">
          <button
            type="button"
            className="btn"
            disabled={isPlaceholderData}
            onClick={() => setLength(length + step)}
          >
            {t('rankings.more')}
          </button>
        </p>
      )}
    </>
  )
}

const step = 25
const maxLength = 100

function LoadingList() {
  return (
    <div className="grid grid-cols-1 gap-x-10 lg:grid-cols-2">
      {Array.from({ length: 10 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical and never move
        <Skeleton key={at} className="my-3 h-15" />
      ))}
    </div>
  )
}

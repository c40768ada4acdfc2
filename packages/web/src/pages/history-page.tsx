import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useListeningWords } from '../domain/listening-words.ts'
import { forgetAll, historyQuery, playsPerPage } from '../features/works/heard/history-query.ts'
import { PlayedList } from '../features/works/heard/played-list.tsx'
import { RecordingSwitch } from '../features/works/heard/recording-switch.tsx'
import { useStatisticsWords } from '../features/works/heard/statistics-words.ts'
import { useT } from '../lib/i18n.ts'
import { ConfirmDialog } from '../ui/confirm.tsx'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'

/** What its listener heard in the last 90 days: each time can be gone back to, or forgotten. */
export function HistoryPage() {
  useListeningWords()
  useStatisticsWords()
  const t = useT()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({ ...historyQuery(page), placeholderData: keepPreviousData })
  useDocumentTitle(t('nav.history'))
  return (
    <div className="mx-auto max-w-4xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="page-title">{t('nav.history')}</h1>
          <p className="text-[13px] text-mut">{t('heard.help')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to="/statistics" className="btn pointer-coarse:h-11">
            {t('statistics.title')}
          </Link>
          {data !== undefined && data.total > 0 && <ForgetAll />}
        </div>
      </div>
      <RecordingSwitch />
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="mt-6 h-80 rounded-card!" />}
      {data?.total === 0 && (
        <EmptyState title={t('heard.empty')} icon={<IconHistory size={26} aria-hidden />}>
          <p>{t('heard.emptyHelp')}</p>
          <Link to="/works" search={{ inLibrary: true }} className="btn-primary">
            {t('nav.library')}
          </Link>
        </EmptyState>
      )}
      {data && <PlayedList plays={data.items} />}
      {data && <Pager page={page} pageSize={playsPerPage} total={data.total} onChange={setPage} />}
    </div>
  )
}

function ForgetAll() {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="btn pointer-coarse:h-11" onClick={() => setAsking(true)}>
        {t('heard.forgetAll')}
      </button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            title={t('heard.forgetAllTitle')}
            act={t('heard.forgetAll')}
            onAct={() => void forgetAll()}
            onClose={() => setAsking(false)}
          >
            {t('heard.forgetAllHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

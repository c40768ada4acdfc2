import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { aboutQuery, setupQuery } from '../domain/about-query.ts'
import { useIsAdmin } from '../domain/session.ts'
import { useFolderWords, useSetupWords } from '../domain/setup-words.ts'
import { awaitNextScan } from '../features/scan/awaited-scan.ts'
import { createDemo } from '../features/scan/demo-works.tsx'
import { SessionCard } from '../features/session/login-form.tsx'
import { SetupFlow, type SetupFlowProps } from '../features/setup/setup-flow.tsx'
import { useT } from '../lib/i18n.ts'
import { dismissNotice, useNotices } from '../lib/notify.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'

const SetupShelf = lazy(() =>
  import('./setup-library.tsx').then(({ SetupLibrary }) => ({ default: SetupLibrary })),
)

export function SetupPage() {
  useSetupWords()
  useFolderWords()
  const t = useT()
  const isAdmin = useIsAdmin()
  const { data, error, refetch } = useQuery(setupQuery())
  const { data: about } = useQuery(aboutQuery())
  const finish = useFinish()
  useDocumentTitle(t('setup.title'))
  if (isAdmin) {
    return (
      <Suspense fallback={<SetupSkeleton />}>
        <SetupShelf />
      </Suspense>
    )
  }
  if (error && !data)
    return <ErrorState heading="h1" message={error.message} onRetry={() => void refetch()} />
  if (!data || !about) return <SetupSkeleton />
  if (!data.isNeeded) {
    return (
      <SessionCard title={t('setup.done')} help={t('setup.taken')}>
        <Link to="/auth/login" className="btn-primary h-11">
          {t('nav.login')}
        </Link>
        <Link to="/" className="btn h-11">
          {t('error.home')}
        </Link>
      </SessionCard>
    )
  }
  return (
    <SessionCard title={t('setup.title')} help={t('setup.help')}>
      <SetupFlow needsCode={data.needsCode} mayListen={about.visitorsMayListen} onDone={finish} />
    </SessionCard>
  )
}

const SetupSkeleton = () => <Skeleton className="mx-auto mt-10 h-96 w-full max-w-[400px]" />

/** Finishes the setup; the page itself shows the library from then on. */
function useFinish(): SetupFlowProps['onDone'] {
  const navigate = useNavigate()
  const client = useQueryClient()
  return ({ beginning, hasFolders }) => {
    if (hasFolders) awaitNextScan()
    // Errors shown during setup no longer apply.
    for (const { id, kind } of useNotices.getState()) if (kind === 'negative') dismissNotice(id)
    void client.invalidateQueries({ queryKey: setupQuery().queryKey, exact: true })
    void client.invalidateQueries({ queryKey: aboutQuery().queryKey })
    if (beginning === 'moving') void navigate({ to: '/admin/move-in' })
    // The notice has shown the error, and the library offers the demo again.
    if (beginning === 'demo') void createDemo(client).catch(() => undefined)
  }
}

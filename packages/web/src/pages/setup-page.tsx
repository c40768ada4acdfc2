import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { setupQuery } from '../domain/about-query.ts'
import { useSetupWords } from '../domain/setup-words.ts'
import { awaitNextScan } from '../features/scan/awaited-scan.ts'
import { SessionCard } from '../features/session/login-form.tsx'
import { SetupForm } from '../features/setup/setup-form.tsx'
import { useT } from '../lib/i18n.ts'
import { dismissNotice, notify, useNotices } from '../lib/notify.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'

export function SetupPage() {
  useSetupWords()
  const t = useT()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(setupQuery())
  useDocumentTitle(t('setup.title'))
  if (error && !data)
    return <ErrorState heading="h1" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mx-auto mt-10 h-96 w-full max-w-[400px]" />
  if (!data.isNeeded) {
    return (
      <SessionCard title={t('setup.done')} help={t('setup.doneHelp')}>
        <Link to="/" className="btn-primary">
          {t('error.home')}
        </Link>
      </SessionCard>
    )
  }
  const finish = ({ hasFolder, isMoving }: { hasFolder: boolean; isMoving: boolean }) => {
    if (hasFolder) awaitNextScan()
    // What was wrong before is right by now.
    for (const { id, kind } of useNotices.getState()) if (kind === 'negative') dismissNotice(id)
    notify(t(hasFolder ? 'setup.finished' : 'setup.finishedEmpty'), 'positive')
    void navigate({ to: isMoving ? '/admin/move-in' : '/' })
  }
  return (
    <SessionCard title={t('setup.title')} help={t('setup.help')}>
      <SetupForm needsCode={data.needsCode} onDone={finish} />
    </SessionCard>
  )
}

import { useQuery } from '@tanstack/react-query'
import { AuditLog } from '../../features/admin/system/audit-log.tsx'
import { SystemCards } from '../../features/admin/system/system-cards.tsx'
import {
  KernelNotice,
  RecentErrors,
  systemEveryMs,
  systemQuery,
} from '../../features/admin/system/system-figures.tsx'
import { useT } from '../../lib/i18n.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'

/** The state of the server; what was known stands, dimmed, while it cannot be reached. */
export function SystemPage() {
  const t = useT()
  const { data, error, refetch } = useQuery({ ...systemQuery(), refetchInterval: systemEveryMs })
  useDocumentTitle(t('admin.system'))
  return (
    <>
      <h1 className="mb-4 text-[22px] font-bold tracking-tight">{t('admin.system')}</h1>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {error && data && (
        <p role="status" className="mb-4 rounded-card bg-soft p-4 text-sm">
          {t('system.stale')}
        </p>
      )}
      {!error && !data && <Skeleton className="h-96 w-full rounded-card!" />}
      {data && (
        <div className={error ? 'opacity-60' : undefined}>
          <KernelNotice state={data.index.kernel} />
          <SystemCards system={data} />
          <RecentErrors errors={data.recentErrors} />
        </div>
      )}
      <AuditLog />
    </>
  )
}

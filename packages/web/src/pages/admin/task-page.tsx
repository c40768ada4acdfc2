import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { isAtWork } from '../../features/admin/tasks/task.rules.ts'
import { TaskReport } from '../../features/admin/tasks/task-report.tsx'
import { taskQuery } from '../../features/admin/tasks/tasks-query.tsx'
import { useLiveTasks } from '../../features/admin/tasks/use-live-tasks.ts'
import { useT } from '../../lib/i18n.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'

/** The report of one task, live while it is at work. */
export function TaskPage() {
  const t = useT()
  const { taskId } = useParams({ from: '/admin/tasks/$taskId' })
  const refetchInterval = useLiveTasks()
  const { data, error, refetch } = useQuery({
    ...taskQuery(taskId),
    refetchInterval: ({ state }) => (state.data && !isAtWork(state.data) ? false : refetchInterval),
  })
  useDocumentTitle(data ? t(`taskKind.${data.kind}`) : t('admin.tasks'))
  return (
    <>
      <Link to="/admin/tasks" className="btn mb-5">
        <IconArrowLeft size={16} aria-hidden />
        {t('tasks.all')}
      </Link>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-80 w-full rounded-card!" />}
      {data && <TaskReport task={data} refetchInterval={refetchInterval} />}
    </>
  )
}

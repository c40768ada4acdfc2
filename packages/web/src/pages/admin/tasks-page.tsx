import type { Task } from '@koedana/contract/tasks.ts'
import { type OrderKind, orderKinds } from '@koedana/contract/values.ts'
import {
  IconDatabaseExport,
  IconFolderSearch,
  IconPlayerPlay,
  IconRefresh,
  IconSparkles,
  IconWaveSine,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ScheduleSection } from '../../features/admin/schedules/schedule-section.tsx'
import { SystemFigures } from '../../features/admin/system/system-figures.tsx'
import { isAtWork, isDryRun } from '../../features/admin/tasks/task.rules.ts'
import { TaskHistory } from '../../features/admin/tasks/task-history.tsx'
import { TaskProgress, TaskStatus } from '../../features/admin/tasks/task-status.tsx'
import { CancelTask, latestQuery, useLiveTasks } from '../../features/admin/tasks/tasks-query.tsx'
import { PendingWorks } from '../../features/scan/pending-works.tsx'
import { useFormat, useT } from '../../lib/i18n.ts'
import { Skeleton, useDocumentTitle } from '../../ui/page.tsx'

/** Running tasks, tasks to start, schedules, and the history. */
export function TasksPage() {
  const t = useT()
  const refetchInterval = useLiveTasks()
  useDocumentTitle(t('admin.tasks'))
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-4">
        <h1 className="text-[22px] font-bold tracking-tight">{t('admin.tasks')}</h1>
        <SystemFigures />
        <PendingWorks />
        <KindCards refetchInterval={refetchInterval} />
      </header>
      <ScheduleSection />
      <TaskHistory refetchInterval={refetchInterval} />
    </div>
  )
}

const StartDialog = lazy(() =>
  import('../../features/admin/tasks/start-dialog.tsx').then(({ StartDialog }) => ({ default: StartDialog })),
)

/** One card per kind: the running task, or the last one with a start button. */
function KindCards({ refetchInterval }: { readonly refetchInterval: number | false }) {
  const [starting, setStarting] = useState<OrderKind>()
  const [last, setLast] = useState<Task>()
  return (
    <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-4">
      {orderKinds.map((kind) => (
        <KindCard
          key={kind}
          kind={kind}
          refetchInterval={refetchInterval}
          onStart={(latest) => {
            setLast(latest)
            setStarting(kind)
          }}
        />
      ))}
      <Suspense>
        {starting && <StartDialog kind={starting} last={last} onClose={() => setStarting(undefined)} />}
      </Suspense>
    </div>
  )
}

const icons = {
  sync_works: IconFolderSearch,
  refresh_works: IconRefresh,
  clean_works: IconSparkles,
  measure_sounds: IconWaveSine,
  make_backup: IconDatabaseExport,
} as const

interface KindCardProps {
  readonly kind: OrderKind
  readonly refetchInterval: number | false
  readonly onStart: (last: Task | undefined) => void
}

function KindCard({ kind, refetchInterval, onStart }: KindCardProps) {
  const t = useT()
  const { data: task } = useQuery({ ...latestQuery(kind), refetchInterval })
  const Icon = icons[kind]
  const atWork = task && isAtWork(task) ? task : undefined
  return (
    <section
      aria-label={t(`taskKind.${kind}`)}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-5"
    >
      <header className="flex items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-soft text-acc">
          <Icon size={19} aria-hidden />
        </span>
        <h2 className="min-w-0 flex-1 text-[15px] font-semibold">{t(`taskKind.${kind}`)}</h2>
        {atWork ? (
          <CancelTask task={atWork} />
        ) : (
          <button
            type="button"
            className="btn"
            aria-label={t('tasks.startName', { kind: t(`taskKind.${kind}`) })}
            onClick={() => onStart(task ?? undefined)}
          >
            <IconPlayerPlay size={16} aria-hidden />
            {t('tasks.start')}
          </button>
        )}
      </header>
      {atWork ? (
        <TaskProgress task={atWork} />
      ) : (
        <p className="text-[13px] text-pretty text-mut">{t(`taskKind.${kind}Help`)}</p>
      )}
      <footer className="mt-auto">
        {task === undefined ? <Skeleton className="h-5 w-40" /> : <LastTask task={task} />}
      </footer>
    </section>
  )
}

/** Shows the state and time of the last task, with a link to its report. */
function LastTask({ task }: { readonly task: Task | null }) {
  const t = useT()
  const format = useFormat()
  if (task === null) return <p className="text-[13px] text-mut">{t('tasks.neverRan')}</p>
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-mut">
      <TaskStatus status={task.status} />
      <span>{format.instant(task.endedAt ?? task.startedAt ?? task.createdAt)}</span>
      {isDryRun(task) && <span>{t('tasks.dryRunShort')}</span>}
      <Link
        to="/admin/tasks/$taskId"
        params={{ taskId: task.id }}
        className="font-medium text-acc underline-offset-4 hover:underline pointer-coarse:py-3"
        aria-label={t('tasks.reportOf', { kind: t(`taskKind.${task.kind}`) })}
      >
        {t('tasks.report')}
      </Link>
    </p>
  )
}

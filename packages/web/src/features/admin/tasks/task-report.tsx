import type { Task } from '@koedana/contract/tasks.ts'
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import { useT } from '../../../lib/i18n.ts'
import { PhaseList } from './phase-list.tsx'
import { hasPlanned, isAtWork, isDryRun } from './task.rules.ts'
import { TaskActs } from './task-acts.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskItems } from './task-items.tsx'
import { TaskLog } from './task-log.tsx'
import { TaskProgress } from './task-progress.tsx'
import { TaskStatus } from './task-status.tsx'
import { TaskSummary } from './task-summary.tsx'

export interface TaskReportProps {
  readonly task: Task
  /** How often to ask while no stream tells; what has ended is not asked about again. */
  readonly refetchInterval: number | false
}

export function TaskReport({ task, refetchInterval }: TaskReportProps) {
  const t = useT()
  const every = isAtWork(task) ? refetchInterval : false
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-[22px] font-bold tracking-tight">{t(`taskKind.${task.kind}`)}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-[13px] text-mut" aria-live="polite">
            <TaskStatus status={task.status} />
            {isDryRun(task) && <span>{t('tasks.dryRunShort')}</span>}
            {task.retryOf !== null && <span>{t('tasks.retryShort')}</span>}
          </p>
        </div>
        <TaskActs task={task} />
      </header>
      {task.error !== null && <Failure error={task.error} />}
      {isDryRun(task) && task.status === 'finished' && (
        <p className="flex gap-3 rounded-card bg-soft p-4 text-sm">
          <IconInfoCircle size={20} className="shrink-0 text-acc" aria-hidden />
          {t(hasPlanned(task) ? 'tasks.dryRunDone' : 'tasks.dryRunNothing')}
        </p>
      )}
      <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5">
        <PhaseList task={task} />
        {isAtWork(task) && <TaskProgress task={task} />}
        <TaskFacts task={task} />
      </div>
      <TaskSummary task={task} />
      <TaskItems key={task.id} task={task} refetchInterval={isAtWork(task) ? itemsEveryMs : false} />
      <TaskLog key={`log ${task.id}`} id={task.id} refetchInterval={every} />
    </div>
  )
}

/** The stream tells of tasks and lines, not of items. */
const itemsEveryMs = 3_000

function Failure({ error }: { readonly error: string }) {
  return (
    <p role="alert" className="flex gap-3 rounded-card border border-neg p-4 text-sm text-pretty">
      <IconAlertCircle size={20} className="shrink-0 text-neg" aria-hidden />
      {error}
    </p>
  )
}

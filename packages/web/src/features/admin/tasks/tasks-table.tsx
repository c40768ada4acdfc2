import type { Task } from '@koedana/contract/tasks.ts'
import { useLingui } from '@lingui/react'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatElapsed } from '../../../lib/elapsed.rules.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { briefSummaryOf, isAtWork, isDryRun, progressOf, secondsTaken } from './task.rules.ts'
import { TaskStatus, useCountText } from './task-status.tsx'
import { CancelTask } from './tasks-query.tsx'

export function TasksTable({ tasks }: { readonly tasks: readonly Task[] }) {
  const t = useT()
  const format = useFormat()
  const columns: readonly Column<Task>[] = [
    { key: 'kind', title: t('tasks.kind'), cell: (task) => <Kind task={task} /> },
    { key: 'status', title: t('users.status'), cell: ({ status }) => <TaskStatus status={status} /> },
    { key: 'progress', title: t('tasks.progress'), cell: (task) => <Progress task={task} /> },
    {
      key: 'started',
      title: t('tasks.started'),
      cell: ({ startedAt, createdAt }) => format.instant(startedAt ?? createdAt),
    },
    { key: 'by', title: t('tasks.startedBy'), cell: (task) => <StartedBy task={task} /> },
    { key: 'took', title: t('tasks.took'), cell: (task) => <TaskDuration task={task} />, isNumber: true },
  ]
  return (
    <Table
      label={t('tasks.history')}
      columns={columns}
      rows={tasks}
      keyOf={({ id }) => id}
      acts={(task) => (
        <span className="inline-flex items-center gap-1">
          {isAtWork(task) && <CancelTask task={task} />}
          <Link
            to="/admin/tasks/$taskId"
            params={{ taskId: task.id }}
            className="btn-icon"
            aria-label={t('tasks.reportFrom', {
              kind: t(`taskKind.${task.kind}`),
              at: format.instant(task.createdAt),
            })}
          >
            <IconFileText size={18} aria-hidden />
          </Link>
        </span>
      )}
    />
  )
}

function Kind({ task }: { readonly task: Task }) {
  const t = useT()
  return (
    <>
      <b className="font-semibold">{t(`taskKind.${task.kind}`)}</b>
      {isDryRun(task) && <span className="text-mut"> · {t('tasks.dryRunShort')}</span>}
      {task.retryOf !== null && <span className="text-mut"> · {t('tasks.retryShort')}</span>}
    </>
  )
}

function Progress({ task }: { readonly task: Task }) {
  const t = useT()
  const text = useCountText(task)
  const outcome = useOutcomeText(task)
  return (
    <div className="flex items-center gap-3">
      <div className="w-24 shrink-0">
        <ProgressBar
          label={t('tasks.progressOf', { kind: t(`taskKind.${task.kind}`) })}
          share={progressOf(task)}
          text={text}
          tone={tones[task.status]}
        />
      </div>
      <span className="min-w-24 text-[13px] text-mut max-sm:whitespace-normal">
        {(!isAtWork(task) && outcome) || text}
      </span>
    </div>
  )
}

/**
 * Returns a text such as `Added 2 · Covers: Added 2`; empty if nothing changed. For imports only works are counted, because other messages
 * are loaded with their report.
 */
function useOutcomeText(task: Task): string {
  const t = useT()
  const format = useFormat()
  return briefSummaryOf(task)
    .filter(({ thing }) => task.kind !== 'move_in' || thing === 'works')
    .map(({ thing, counts }) => {
      const words = counts.map(
        ({ outcome, count }) => `${t(`taskOutcome.${outcome}`)} ${format.number(count)}`,
      )
      const joined = words.join(format.comma)
      return thing === 'works'
        ? joined
        : t('tasks.ofThing', { thing: t(`taskThing.${thing}`), counts: joined })
    })
    .join(' · ')
}

const tones = {
  ready: 'accent',
  running: 'accent',
  stopping: 'quiet',
  finished: 'quiet',
  cancelled: 'quiet',
  failed: 'negative',
} as const

export function StartedBy({ task }: { readonly task: Task }) {
  const t = useT()
  return task.startedBy ?? <span className="text-mut">{t('tasks.bySchedule')}</span>
}

function TaskDuration({ task }: { readonly task: Task }) {
  const { i18n } = useLingui()
  const seconds = secondsTaken(task, new Date())
  return seconds === null ? '–' : formatElapsed(i18n.locale, seconds)
}

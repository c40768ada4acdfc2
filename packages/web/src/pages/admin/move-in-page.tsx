import type { MoveOptions } from '@koedana/contract/server-import.ts'
import type { Task } from '@koedana/contract/tasks.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MoveForm } from '../../features/admin/moving/move-form.tsx'
import { moveOptionsOf, useMovingWords, useOrderMove } from '../../features/admin/moving/move-orders.ts'
import { FixMappings, MoveReport, UnmatchedRows } from '../../features/admin/moving/move-report.tsx'
import { isAtWork } from '../../features/admin/tasks/task.rules.ts'
import { TaskProgress, TaskStatus } from '../../features/admin/tasks/task-status.tsx'
import {
  CancelTask,
  latestQuery,
  taskItemsQuery,
  useLiveTasks,
} from '../../features/admin/tasks/tasks-query.tsx'
import { useT } from '../../lib/i18n.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'

/** Import from another server: introduction, preview, and the import itself. The latest task determines the current step. */
export function MoveInPage() {
  useMovingWords()
  const t = useT()
  useDocumentTitle(t('taskKind.move_in'))
  const refetchInterval = useLiveTasks()
  const { data: task, error, refetch } = useQuery({ ...latestQuery('move_in'), refetchInterval })
  /** The ID of the task whose report was closed for another choice. */
  const [left, setLeft] = useState<string>()
  return (
    <div className="flex flex-col gap-7">
      <header className="max-w-prose">
        <h1 className="text-[22px] font-bold tracking-tight">{t('taskKind.move_in')}</h1>
        <p className="mt-1 text-[13px] text-pretty text-mut">{t('moving.help')}</p>
      </header>
      {error && task === undefined && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && task === undefined && <Skeleton className="h-80 w-full rounded-card!" />}
      {task && isAtWork(task) && <AtWork task={task} />}
      {task && task.status === 'failed' && left !== task.id && <Failure task={task} />}
      {task?.status === 'cancelled' && <p className="text-sm">{t('moving.stopped')}</p>}
      {task?.status === 'finished' && left !== task.id && (
        <Ended task={task} onLeave={() => setLeft(task.id)} />
      )}
      {task !== undefined && (!task || isToChoose(task, left)) && (
        <MoveForm last={task ? moveOptionsOf(task) : undefined} onOrdered={() => setLeft(undefined)} />
      )}
    </div>
  )
}

const isToChoose = (task: Task, left: string | undefined) =>
  !isAtWork(task) && (task.status !== 'finished' || left === task.id)

function AtWork({ task }: { readonly task: Task }) {
  return (
    <div
      className="flex max-w-2xl flex-col gap-4 rounded-card border border-line bg-surface p-5"
      role="status"
    >
      <div className="flex items-center justify-between gap-3">
        <TaskStatus status={task.status} />
        <CancelTask task={task} />
      </div>
      <TaskProgress task={task} />
    </div>
  )
}

/** Shows the reason in the current language if there is one; otherwise the message of the task. */
function Failure({ task }: { readonly task: Task }) {
  const t = useT()
  const { data } = useQuery(taskItemsQuery(task.id, { outcome: 'failed', page: 1 }))
  const reason = data?.items[0]?.reason
  return (
    <div role="alert" className="flex max-w-2xl gap-3 rounded-card border border-neg p-4 text-sm text-pretty">
      <IconAlertCircle size={20} className="shrink-0 text-neg" aria-hidden />
      <div>
        <p className="font-medium">{t('moving.failed')}</p>
        <p className="mt-1">{reason ? t(`taskReason.${reason}`) : task.error}</p>
      </div>
    </div>
  )
}

function Ended({ task, onLeave }: { readonly task: Task; readonly onLeave: () => void }) {
  const t = useT()
  const order = useOrderMove()
  const [isBusy, setBusy] = useState(false)
  const options = moveOptionsOf(task)
  const isDry = options?.dryRun === true
  const start = (wanted: MoveOptions) => {
    setBusy(true)
    order(wanted)
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <section className="flex max-w-3xl flex-col gap-3">
        <h2 className="text-[17px] font-semibold tracking-tight">
          {t(isDry ? 'moving.planned' : 'moving.done')}
        </h2>
        <p className="text-[13px] text-pretty text-mut">
          {t(isDry ? 'moving.plannedHelp' : 'moving.doneHelp')}
        </p>
        <MoveReport task={task} isDry={isDry} />
        <div className="mt-2 flex flex-wrap gap-3">
          {options && isDry && (
            <button
              type="button"
              className="btn-primary h-11"
              disabled={isBusy}
              onClick={() => start({ ...options, dryRun: false })}
            >
              {t('moving.act')}
            </button>
          )}
          <button type="button" className="btn h-11" onClick={onLeave}>
            {t(isDry ? 'moving.change' : 'moving.another')}
          </button>
        </div>
      </section>
      {options && <FixMappings key={`mend ${task.id}`} task={task} options={options} onAgain={start} />}
      <div className="max-w-3xl">
        <UnmatchedRows task={task} />
      </div>
    </>
  )
}

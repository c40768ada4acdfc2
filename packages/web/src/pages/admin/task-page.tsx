import type { Task } from '@koedana/contract/tasks.ts'
import { useLingui } from '@lingui/react'
import { IconAlertCircle, IconArrowLeft, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import clsx from 'clsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { SectionHead } from '../../features/admin/section-head.tsx'
import {
  isAtWork,
  isDryRun,
  isDryRunWithChanges,
  type PhaseStep,
  phaseSteps,
  secondsTaken,
  summaryOf,
  type ThingCounts,
} from '../../features/admin/tasks/task.rules.ts'
import { TaskItems } from '../../features/admin/tasks/task-history.tsx'
import { TaskActs, TaskLog } from '../../features/admin/tasks/task-log.tsx'
import { TaskProgress, TaskStatus } from '../../features/admin/tasks/task-status.tsx'
import { taskQuery, useLiveTasks } from '../../features/admin/tasks/tasks-query.tsx'
import { StartedBy } from '../../features/admin/tasks/tasks-table.tsx'
import { formatElapsed } from '../../lib/elapsed.rules.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'

const WithMovingWords = lazy(() =>
  import('../../features/admin/moving/move-report.tsx').then(({ WithMovingWords }) => ({
    default: WithMovingWords,
  })),
)

/** The report of one task, updated live while it runs. */
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
      {data && data.kind !== 'move_in' && <TaskReport task={data} refetchInterval={refetchInterval} />}
      <Suspense>
        {data?.kind === 'move_in' && (
          <WithMovingWords>
            <TaskReport task={data} refetchInterval={refetchInterval} />
          </WithMovingWords>
        )}
      </Suspense>
    </>
  )
}

interface TaskReportProps {
  readonly task: Task
  /** The polling interval while there is no event stream; finished tasks are not polled. */
  readonly refetchInterval: number | false
}

function TaskReport({ task, refetchInterval }: TaskReportProps) {
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
          {t(isDryRunWithChanges(task) ? 'tasks.dryRunDone' : 'tasks.dryRunNothing')}
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

/** The event stream contains tasks and log lines, but not items, so items are polled. */
const itemsEveryMs = 3_000

function Failure({ error }: { readonly error: string }) {
  return (
    <p role="alert" className="flex gap-3 rounded-card border border-neg p-4 text-sm text-pretty">
      <IconAlertCircle size={20} className="shrink-0 text-neg" aria-hidden />
      {error}
    </p>
  )
}

/** Shows the outcomes of works, each counted once, and of other items. */
function TaskSummary({ task }: { readonly task: Task }) {
  const t = useT()
  const things = summaryOf(task)
  return (
    <section aria-label={t('tasks.summary')}>
      <SectionHead title={t('tasks.summary')} />
      {things.length === 0 ? (
        <p className="text-sm text-mut">{t('tasks.summaryNone')}</p>
      ) : (
        <div className="divide-y divide-line rounded-card border border-line bg-surface">
          {things.map((one) => (
            <Things key={one.thing} {...one} />
          ))}
        </div>
      )}
    </section>
  )
}

function Things({ thing, counts }: ThingCounts) {
  const t = useT()
  const format = useFormat()
  const name = t(`taskThing.${thing}`)
  return (
    <section aria-label={name} className="flex flex-wrap items-baseline gap-x-8 gap-y-2 px-4 py-3">
      <h3 className="w-36 text-sm font-medium max-sm:w-full">{name}</h3>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {counts.map(({ outcome, count }) => (
          <div key={outcome} className="min-w-16">
            <dt className="text-[12.5px] text-mut">{t(`taskOutcome.${outcome}`)}</dt>
            <dd className={outcome === 'failed' ? 'text-lg font-semibold text-neg' : 'text-lg font-semibold'}>
              {format.number(count)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function PhaseList({ task }: { readonly task: Task }) {
  const t = useT()
  return (
    <ol aria-label={t('tasks.phases')} className="flex flex-wrap gap-x-5 gap-y-2 text-[13px]">
      {phaseSteps(task).map(({ phase, state }) => (
        <li
          key={phase}
          aria-current={state === 'now' ? 'step' : undefined}
          className={clsx('flex items-center gap-2', state === 'now' && 'font-semibold', tones[state])}
        >
          <PhaseIcon state={state} />
          {t(`taskPhase.${phase}`)}
          <span className="sr-only">{t(`phaseState.${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}

const tones = { done: 'text-fg', now: 'text-acc', stopped: 'text-neg', waiting: 'text-mut' } as const

function PhaseIcon({ state }: Pick<PhaseStep, 'state'>) {
  const Icon = state === 'done' ? IconCheck : state === 'stopped' ? IconX : undefined
  return (
    <span
      aria-hidden
      className={clsx(
        'grid size-5 shrink-0 place-items-center rounded-full border',
        state === 'waiting' ? 'border-line' : 'border-current',
      )}
    >
      {Icon && <Icon size={13} />}
      {state === 'now' && <span className="size-2 rounded-full bg-current" />}
    </span>
  )
}

/** Shows who started it, when, and how long it took. */
function TaskFacts({ task }: { readonly task: Task }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const seconds = secondsTaken(task, new Date())
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
      <Fact name={t('tasks.startedBy')}>
        <StartedBy task={task} />
      </Fact>
      <Fact name={t('tasks.created')}>{format.instant(task.createdAt)}</Fact>
      {task.startedAt && <Fact name={t('tasks.started')}>{format.instant(task.startedAt)}</Fact>}
      {task.endedAt && <Fact name={t('tasks.ended')}>{format.instant(task.endedAt)}</Fact>}
      {seconds !== null && <Fact name={t('tasks.took')}>{formatElapsed(i18n.locale, seconds)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-[12.5px] text-mut">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

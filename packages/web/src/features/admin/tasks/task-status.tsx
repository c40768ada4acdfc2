import type { Task, TaskItem, TaskWait } from '@koedana/contract/tasks.ts'
import { entityKinds, isWorkId, type TaskStatus as Status } from '@koedana/contract/values.ts'
import { useLingui } from '@lingui/react'
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { formatElapsed } from '../../../lib/elapsed.rules.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { isAtWork, phaseOf, progressOf } from './task.rules.ts'

/** Shows the status as text with an icon, not by color only. */
export function TaskStatus({ status }: Pick<Task, 'status'>) {
  const t = useT()
  const { icon: Icon, className } = looks[status]
  return (
    <span
      className={clsx('inline-flex items-center gap-1.5 align-middle text-[13px] font-medium', className)}
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      {t(`taskStatus.${status}`)}
    </span>
  )
}

const looks: Readonly<Record<Status, { readonly icon: typeof IconClock; readonly className: string }>> = {
  ready: { icon: IconClock, className: 'text-mut' },
  running: { icon: IconPlayerPlay, className: 'text-acc' },
  stopping: { icon: IconPlayerStop, className: 'text-mut' },
  finished: { icon: IconCircleCheck, className: 'text-pos' },
  cancelled: { icon: IconCircleMinus, className: 'text-mut' },
  failed: { icon: IconAlertCircle, className: 'text-neg' },
}

/** The progress of a running task: phase, bar, counts, pace and current item. */
export function TaskProgress({ task }: { readonly task: Task }) {
  const t = useT()
  const phase = phaseOf(task)
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-baseline justify-between gap-3 text-[13px]">
        <span className="font-medium">{phase ? t(`taskPhase.${phase}`) : t('tasks.waiting')}</span>
        <Counts task={task} />
      </p>
      <ProgressBar
        label={t('tasks.progressOf', { kind: t(`taskKind.${task.kind}`) })}
        share={progressOf(task)}
        text={useCountText(task)}
        tone={task.status === 'stopping' ? 'quiet' : 'accent'}
      />
      <Pace task={task} />
      <p className="h-5 truncate text-[12.5px] text-mut" title={task.current ?? undefined}>
        {isAtWork(task) && task.current}
      </p>
      {isAtWork(task) && task.wait && <Wait wait={task.wait} />}
    </div>
  )
}

function Wait({ wait: { reason, until, limitSeconds } }: { readonly wait: TaskWait }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const limit = formatElapsed(i18n.locale, limitSeconds)
  return (
    <p role="status" className="text-[12.5px] text-mut">
      {t(`taskWait.${reason}`, { time: format.time(until), limit })}
    </p>
  )
}

/** Shows a text such as `12 of 340`, and the number of problems. */
function Counts({ task }: { readonly task: Task }) {
  const t = useT()
  const { failed, skipped } = task.progress
  return (
    <span className="text-right text-mut">
      {useCountText(task)}
      {failed > 0 && <span className="text-neg"> · {t('tasks.failedCount', { count: failed })}</span>}
      {skipped > 0 && <span> · {t('tasks.skippedCount', { count: skipped })}</span>}
    </span>
  )
}

export function useCountText({ progress: { done, total } }: Pick<Task, 'progress'>): string {
  const t = useT()
  return total === null ? t('tasks.doneCount', { count: done }) : t('tasks.doneOf', { done, total })
}

function Pace({ task: { rate, secondsLeft } }: { readonly task: Task }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const parts = [
    rate !== null && rate > 0 && t('tasks.rate', { rate: format.number(Math.round(rate * 10) / 10) }),
    secondsLeft !== null && t('tasks.timeLeft', { time: formatElapsed(i18n.locale, secondsLeft) }),
  ].filter((part) => part !== false)
  return <p className="min-h-5 text-[12.5px] text-mut">{parts.join(' · ')}</p>
}

/** Links works to their page. For other items without a link, shows the kind instead of the ID. */
export function ItemName({ item: { item, name } }: { readonly item: TaskItem }) {
  const t = useT()
  const [first, id] = item.split('/')
  const kind = entityKinds.find((one) => one === first)
  if (kind && id) return <NamedItem title={name ?? id} lang="ja" below={t(`kind.${kind}`)} />
  if (!isWorkId(item)) return <NamedItem title={item} below={name} />
  const link = (
    <Link
      to="/work/$workId"
      params={{ workId: item }}
      className="text-acc underline-offset-4 hover:underline"
    >
      {item}
    </Link>
  )
  return <NamedItem title={link} below={name && <span lang="ja">{name}</span>} />
}

interface NamedProps {
  readonly title: ReactNode
  readonly lang?: string
  readonly below: ReactNode
}

function NamedItem({ title, lang, below }: NamedProps) {
  return (
    <div className="min-w-40 max-sm:break-words max-sm:whitespace-normal sm:max-w-96">
      <p
        lang={lang}
        className="font-medium sm:truncate"
        title={typeof title === 'string' ? title : undefined}
      >
        {title}
      </p>
      {below && <p className="text-[12.5px] font-normal text-mut sm:truncate">{below}</p>}
    </div>
  )
}

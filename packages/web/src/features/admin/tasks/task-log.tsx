import { retryTask, type Task, type TaskLine } from '@koedana/contract/tasks.ts'
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { SectionHead } from '../section-head.tsx'
import { cleanOptionsOf, isAtWork, isDryRunWithChanges, retryScopeOf } from './task.rules.ts'
import { CancelTask, startTask, taskLogQuery, tasksKey } from './tasks-query.tsx'

/** The log of a task, with live updates while it runs. */
export function TaskLog({
  id,
  refetchInterval,
}: {
  readonly id: string
  readonly refetchInterval: number | false
}) {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...taskLogQuery(client, id), refetchInterval })
  return (
    <section aria-label={t('tasks.log')}>
      <SectionHead title={t('tasks.log')} help={data && t('tasks.lineCount', { count: data.length })} />
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-40 w-full rounded-card!" />}
      {data?.length === 0 && <p className="text-sm text-mut">{t('tasks.logNone')}</p>}
      {data && data.length > 0 && <Lines lines={data} />}
    </section>
  )
}

function Lines({ lines }: { readonly lines: readonly TaskLine[] }) {
  const t = useT()
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  // Follows new lines only if the reader is at the end.
  useLayoutEffect(() => {
    if (lines.length > 0 && isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines])
  return (
    <section
      ref={box}
      role="log"
      aria-label={t('tasks.log')}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 24
      }}
      className="max-h-96 overflow-auto rounded-card border border-line bg-surface p-4 font-mono text-[12.5px] leading-relaxed"
    >
      {lines.map(({ seq, at, level, text }) => (
        <p key={seq} className={clsx('break-words whitespace-pre-wrap', tones[level])}>
          <time dateTime={at} className="text-mut">
            {clockTime(at)}
          </time>{' '}
          {level !== 'info' && <b>{t(`logLevel.${level}`)} </b>}
          {text}
        </p>
      ))}
    </section>
  )
}

const tones = { info: undefined, warn: 'text-fg', error: 'text-neg' } as const

/** Formats as `04:00:07` in the local time zone. */
const clockTime = (at: string) =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** The actions on a task. Starting another task opens its page. */
export function TaskActs({ task }: { readonly task: Task }) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const again = retryScopeOf(task)
  const follow = (started: Promise<Task>) => {
    setBusy(true)
    started
      .then(({ id }) => navigate({ to: '/admin/tasks/$taskId', params: { taskId: id } }))
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  const retry = async () => {
    const started = await call(retryTask, { params: { id: task.id } })
    notify(t('message.retryCreated'), 'positive')
    await client.invalidateQueries({ queryKey: tasksKey })
    return started
  }
  const doNow = () => startTask({ kind: 'clean_works', options: { ...cleanOptionsOf(task), dryRun: false } })
  return (
    <div className="flex flex-wrap gap-2">
      {isAtWork(task) && <CancelTask task={task} />}
      {again && (
        <button type="button" className="btn h-10" disabled={isBusy} onClick={() => follow(retry())}>
          <IconRefresh size={16} aria-hidden />
          {again === 'whole' ? t('tasks.retryWhole') : t('tasks.retry', { count: task.progress.failed })}
        </button>
      )}
      {isDryRunWithChanges(task) && task.kind === 'move_in' && (
        <Link to="/admin/move-in" className="btn-primary">
          {t('taskKind.move_in')}
        </Link>
      )}
      {isDryRunWithChanges(task) && task.kind === 'clean_works' && (
        <button type="button" className="btn-primary" disabled={isBusy} onClick={() => follow(doNow())}>
          <IconPlayerPlay size={16} aria-hidden />
          {t('tasks.doNow')}
        </button>
      )}
    </div>
  )
}

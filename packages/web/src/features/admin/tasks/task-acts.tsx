import { retryTask, type Task } from '@koedana/contract/tasks.ts'
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { CancelTask } from './cancel-task.tsx'
import { useStartTask } from './start-task.ts'
import { cleanOptionsOf, hasPlanned, isAtWork, retryOf } from './task.rules.ts'
import { tasksKey } from './tasks-query.ts'

/** What can be done about a task; who starts another one is led to it. */
export function TaskActs({ task }: { readonly task: Task }) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const start = useStartTask()
  const [isBusy, setBusy] = useState(false)
  const again = retryOf(task)
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
  const doNow = () => start({ kind: 'clean_works', options: { ...cleanOptionsOf(task), dryRun: false } })
  return (
    <div className="flex flex-wrap gap-2">
      {isAtWork(task) && <CancelTask task={task} />}
      {again && (
        <button type="button" className="btn h-10" disabled={isBusy} onClick={() => follow(retry())}>
          <IconRefresh size={16} aria-hidden />
          {again === 'whole' ? t('tasks.retryWhole') : t('tasks.retry', { count: task.progress.failed })}
        </button>
      )}
      {hasPlanned(task) && (
        <button type="button" className="btn-primary" disabled={isBusy} onClick={() => follow(doNow())}>
          <IconPlayerPlay size={16} aria-hidden />
          {t('tasks.doNow')}
        </button>
      )}
    </div>
  )
}

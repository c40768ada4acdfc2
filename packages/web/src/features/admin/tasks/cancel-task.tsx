import { cancelTask, type Task } from '@koedana/contract/tasks.ts'
import { IconPlayerStop } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { tasksKey } from './tasks-query.ts'

/** Asks first, as the specification wants it of cancelling. */
export function CancelTask({ task }: { readonly task: Task }) {
  const t = useT()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const kind = t(`taskKind.${task.kind}`)
  const cancel = () =>
    void call(cancelTask, { params: { id: task.id } })
      .then(() => notify(t('message.cancellationRequested'), 'positive'))
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: tasksKey }))
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-label={task.status === 'stopping' ? undefined : t('tasks.cancelName', { kind })}
        disabled={task.status === 'stopping'}
        onClick={() => setAsking(true)}
      >
        <IconPlayerStop size={16} aria-hidden />
        {task.status === 'stopping' ? t('taskStatus.stopping') : t('common.cancel')}
      </button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            title={t('tasks.cancelTitle', { kind })}
            act={t('tasks.cancel')}
            dismiss={t('tasks.notNow')}
            onAct={cancel}
            onClose={() => setAsking(false)}
          >
            {t('tasks.cancelHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

import type { Task } from '@koedana/contract/tasks.ts'
import type { OrderKind } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { defaultOrderOf, isComplete, withoutDefaultSources } from './order.rules.ts'
import { OrderFields } from './order-fields.tsx'
import { hasStoppedAtDisks } from './task.rules.ts'
import { safetyLimitQuery, startTask } from './tasks-query.tsx'

export interface StartDialogProps {
  readonly kind: OrderKind
  readonly last: Task | undefined
  readonly onClose: () => void
}

export function StartDialog({ kind, last, onClose }: StartDialogProps) {
  const t = useT()
  const [order, setOrder] = useState(() => defaultOrderOf(kind))
  const [isBusy, setBusy] = useState(false)
  const { data: wasHeldBack = false } = useQuery({
    ...safetyLimitQuery(last?.id ?? ''),
    enabled: kind === 'clean_works' && last !== undefined,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete(order)) return
    setBusy(true)
    startTask(withoutDefaultSources(order))
      .then(onClose)
      .catch(() => setBusy(false))
  }
  return (
    <FormDialog
      title={t(`taskKind.${kind}`)}
      act={t('tasks.start')}
      isBusy={isBusy || !isComplete(order)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-sm text-mut">{t(`taskKind.${kind}Help`)}</p>
      <OrderFields
        order={order}
        onChange={setOrder}
        hasBraked={wasHeldBack || (last !== undefined && hasStoppedAtDisks(last))}
      />
    </FormDialog>
  )
}

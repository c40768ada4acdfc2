import type { Task } from '@koedana/contract/tasks.ts'
import type { OrderKind } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { defaultOrderOf, isWhole, leanOrder } from './order.rules.ts'
import { OrderFields } from './order-fields.tsx'
import { hasStoppedAtDisks } from './task.rules.ts'
import { brakeQuery, startTask } from './tasks-query.tsx'

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
    ...brakeQuery(last?.id ?? ''),
    enabled: kind === 'clean_works' && last !== undefined,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole(order)) return
    setBusy(true)
    startTask(leanOrder(order))
      .then(onClose)
      .catch(() => setBusy(false))
  }
  return (
    <FormDialog
      title={t(`taskKind.${kind}`)}
      act={t('tasks.start')}
      isBusy={isBusy || !isWhole(order)}
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

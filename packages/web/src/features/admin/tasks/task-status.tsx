import type { Task } from '@koedana/contract/tasks.ts'
import type { TaskStatus as Status } from '@koedana/contract/values.ts'
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react'
import clsx from 'clsx'
import { useT } from '../../../lib/i18n.ts'

/** Said by words and a sign, not by colour alone. */
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

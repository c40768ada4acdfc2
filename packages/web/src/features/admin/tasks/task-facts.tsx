import type { Task } from '@koedana/contract/tasks.ts'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { elapsed } from '../../../lib/elapsed.rules.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { secondsTaken } from './task.rules.ts'
import { StartedBy } from './tasks-table.tsx'

/** Who, when and how long. */
export function TaskFacts({ task }: { readonly task: Task }) {
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
      {seconds !== null && <Fact name={t('tasks.took')}>{elapsed(i18n.locale, seconds)}</Fact>}
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

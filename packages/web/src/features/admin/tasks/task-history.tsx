import { type TaskKind, type TaskStatus, taskKinds, taskStatuses } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { SectionHead } from '../section-head.tsx'
import { tasksPerPage, tasksQuery } from './tasks-query.ts'
import { TasksTable } from './tasks-table.tsx'

/** Every task there was, the latest first. */
export function TaskHistory({ refetchInterval }: { readonly refetchInterval: number | false }) {
  const t = useT()
  const [kind, setKind] = useState<TaskKind | ''>('')
  const [status, setStatus] = useState<TaskStatus | ''>('')
  const [page, setPage] = useState(1)
  const asked = { kind: kind || undefined, status: status || undefined, page }
  const { data, error, refetch } = useQuery({ ...tasksQuery(asked), refetchInterval })
  const isFiltered = kind !== '' || status !== ''
  const change = (act: () => void) => {
    act()
    setPage(1)
  }
  return (
    <section>
      <SectionHead title={t('tasks.history')} help={data && t('tasks.count', { count: data.total })}>
        <SelectMenu
          label={t('tasks.kind')}
          value={kind}
          options={[
            { value: '', label: t('tasks.everyKind') },
            ...taskKinds.map((value) => ({ value, label: t(`taskKind.${value}`) })),
          ]}
          onChange={(next) => change(() => setKind(next))}
        />
        <SelectMenu
          label={t('users.status')}
          value={status}
          options={[
            { value: '', label: t('tasks.everyStatus') },
            ...taskStatuses.map((value) => ({ value, label: t(`taskStatus.${value}`) })),
          ]}
          onChange={(next) => change(() => setStatus(next))}
        />
      </SectionHead>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-80 w-full rounded-card!" />}
      {data?.total === 0 && (
        <EmptyState title={isFiltered ? t('table.nothing') : t('tasks.none')}>
          {!isFiltered && <p>{t('tasks.noneHelp')}</p>}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <TasksTable tasks={data.items} />
          <Pager page={page} pageSize={tasksPerPage} total={data.total} onChange={setPage} />
        </>
      )}
    </section>
  )
}

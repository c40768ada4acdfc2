import { deleteSchedule, type Schedule, updateSchedule } from '@koedana/contract/schedules.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SectionHead } from '../section-head.tsx'
import { ScheduleRow } from './schedule-row.tsx'
import { schedulesKey, schedulesQuery } from './schedules-query.ts'

const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then(({ ScheduleDialog }) => ({ default: ScheduleDialog })),
)

/** When tasks start by themselves. */
export function ScheduleSection() {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(schedulesQuery())
  const [editing, setEditing] = useState<Schedule | 'new'>()
  const [deleting, setDeleting] = useState<Schedule>()
  const after = (change: Promise<unknown>) =>
    void change.catch(() => undefined).then(() => client.invalidateQueries({ queryKey: schedulesKey }))
  return (
    <section aria-label={t('schedules.title')}>
      <SectionHead title={t('schedules.title')} help={t('schedules.help')}>
        <button type="button" className="btn" onClick={() => setEditing('new')}>
          <IconPlus size={16} aria-hidden />
          {t('schedules.add')}
        </button>
      </SectionHead>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-16 w-full rounded-card!" />}
      {data?.items.length === 0 && (
        <p className="rounded-card border border-dashed border-line p-5 text-sm text-mut">
          {t('schedules.none')}
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {data.items.map((schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              onSwitch={(enabled) =>
                after(call(updateSchedule, { params: { id: schedule.id }, body: { enabled } }))
              }
              onEdit={() => setEditing(schedule)}
              onDelete={() => setDeleting(schedule)}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {editing && (
          <ScheduleDialog
            schedule={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        )}
        {deleting && (
          <ConfirmDialog
            title={t('schedules.deleteTitle')}
            act={t('schedules.delete')}
            onAct={() => after(call(deleteSchedule, { params: { id: deleting.id } }))}
            onClose={() => setDeleting(undefined)}
          >
            {t('schedules.deleteHelp', { kind: t(`taskKind.${deleting.order.kind}`) })}
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  )
}

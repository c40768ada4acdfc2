import { deleteSchedule, type Schedule, updateSchedule } from '@koedana/contract/schedules.ts'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useDashboardFormat } from '../dashboard-format.ts'
import { SectionHead } from '../section-head.tsx'
import { schedulesKey, schedulesQuery, useRhythmWords } from './schedules-query.ts'

const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then(({ ScheduleDialog }) => ({ default: ScheduleDialog })),
)

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

interface ScheduleRowProps {
  readonly schedule: Schedule
  readonly onSwitch: (isOn: boolean) => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function ScheduleRow({ schedule, onSwitch, onEdit, onDelete }: ScheduleRowProps) {
  const t = useT()
  const format = useDashboardFormat()
  const { order, timeZone, nextAt, lastStartedAt, enabled } = schedule
  // Instants are in the schedule's time zone, like the description of its rhythm.
  const instant = (text: string) => format.instantIn(text, timeZone)
  const sentence = useRhythmWords()(schedule.cron, schedule.sentence)
  const kind = t(`taskKind.${order.kind}`)
  const names = { kind, sentence }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <Switch label={t('schedules.switch', names)} isOn={enabled} onChange={onSwitch} />
      <div className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full">
        <p className="text-sm">
          <b className="font-semibold">{kind}</b> · {sentence}
        </p>
        <p className="text-[12.5px] text-mut">
          {[
            nextAt ? t('schedules.next', { at: instant(nextAt) }) : t('schedules.off'),
            lastStartedAt && t('schedules.last', { at: instant(lastStartedAt) }),
            t('schedules.inZone', { timeZone }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <span className="ml-auto flex">
        <button
          type="button"
          className="btn-icon"
          aria-label={t('schedules.editName', names)}
          onClick={onEdit}
        >
          <IconPencil size={18} aria-hidden />
        </button>
        <button
          type="button"
          className="btn-icon"
          aria-label={t('schedules.deleteName', names)}
          onClick={onDelete}
        >
          <IconTrash size={18} aria-hidden />
        </button>
      </span>
    </li>
  )
}

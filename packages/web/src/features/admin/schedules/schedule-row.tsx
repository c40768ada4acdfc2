import type { Schedule } from '@koedana/contract/schedules.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useT } from '../../../lib/i18n.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useDashboardFormat } from '../dashboard-format.ts'
import { useRhythmWords } from './use-rhythm-words.ts'

export interface ScheduleRowProps {
  readonly schedule: Schedule
  readonly onSwitch: (isOn: boolean) => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function ScheduleRow({ schedule, onSwitch, onEdit, onDelete }: ScheduleRowProps) {
  const t = useT()
  const format = useDashboardFormat()
  const { order, timeZone, nextAt, lastStartedAt, enabled } = schedule
  // As the sentence says them: in the schedule's own zone.
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

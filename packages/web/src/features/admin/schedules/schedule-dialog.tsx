import { createSchedule, type Schedule, updateSchedule } from '@koedana/contract/schedules.ts'
import { orderKinds } from '@koedana/contract/values.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { fieldFaults, validationText } from '../../../lib/validation.ts'
import { LabeledControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { defaultOrderOf, isComplete, withoutDefaultSources } from '../tasks/order.rules.ts'
import { OrderFields } from '../tasks/order-fields.tsx'
import { cronOf, defaultRhythm } from './cron.rules.ts'
import { CronField } from './cron-field.tsx'
import { schedulesKey } from './schedules-query.ts'

export interface ScheduleDialogProps {
  /** If undefined, a new schedule is created. */
  readonly schedule: Schedule | undefined
  readonly onClose: () => void
}

export function ScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const [order, setOrder] = useState(schedule?.order ?? defaultOrderOf('sync_works'))
  const [cron, setCron] = useState(schedule?.cron ?? cronOf(defaultRhythm))
  const [timeZone, setTimeZone] = useState(schedule?.timeZone ?? browserTimeZone())
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await save(schedule, { order: withoutDefaultSources(order), cron, timeZone })
      notify(t(schedule ? 'message.scheduleUpdated' : 'message.scheduleCreated'), 'positive')
      await client.invalidateQueries({ queryKey: schedulesKey })
      onClose()
    } catch (error) {
      setFaults(fieldFaults(error))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t(schedule ? 'schedules.edit' : 'schedules.add')}
      act={t(schedule ? 'common.save' : 'schedules.add')}
      isBusy={isBusy || !isComplete(order)}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <LabeledControl label={t('tasks.kind')}>
        <SelectMenu
          label={t('tasks.kind')}
          value={order.kind}
          options={orderKinds.map((value) => ({ value, label: t(`taskKind.${value}`) }))}
          onChange={(kind) => setOrder(defaultOrderOf(kind))}
        />
      </LabeledControl>
      <OrderFields order={order} onChange={setOrder} />
      <CronField cron={cron} timeZone={timeZone} fault={faults['body.cron']} onChange={setCron} />
      <TimeZoneField value={timeZone} fault={faults['body.timeZone']} onChange={setTimeZone} />
    </FormDialog>
  )
}

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

type ScheduleFormValues = Pick<Schedule, 'order' | 'cron' | 'timeZone'>

function save(schedule: Schedule | undefined, body: ScheduleFormValues): Promise<unknown> {
  return schedule
    ? call(updateSchedule, { params: { id: schedule.id }, body })
    : call(createSchedule, { body })
}

export interface TimeZoneFieldProps {
  readonly value: string
  /** The message key of the server's validation error. */
  readonly fault: string | undefined
  readonly onChange: (timeZone: string) => void
}

/** Accepts any IANA time zone, and suggests those that the browser knows. */
function TimeZoneField({ value, fault, onChange }: TimeZoneFieldProps) {
  const t = useT()
  const id = useId()
  return (
    <>
      <Field
        label={t('schedules.timeZone')}
        value={value}
        list={id}
        spellCheck={false}
        autoComplete="off"
        error={validationText(t, fault)}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

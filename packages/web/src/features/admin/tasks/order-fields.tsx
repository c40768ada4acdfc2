/** Option fields of each task kind, for starting a task and for schedules. */
import { type SyncSource, syncSources, type TaskOrder } from '@koedana/contract/tasks.ts'
import { Suspense } from 'react'
import { useBackupWords } from '../../../domain/backup-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { CheckRow, ChoiceList } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'

export interface OrderFieldsProps {
  readonly order: TaskOrder
  readonly onChange: (order: TaskOrder) => void
  /** The safety limit stopped the last clean task: an administrator may confirm that the files are really gone. */
  readonly hasBraked?: boolean
}

export function OrderFields({ order, onChange, hasBraked = false }: OrderFieldsProps) {
  if (order.kind === 'sync_works') return <SyncFields order={order} onChange={onChange} />
  if (order.kind === 'refresh_works') return <RefreshFields order={order} onChange={onChange} />
  if (order.kind === 'measure_sounds') return <MeasureHelp />
  if (order.kind === 'make_backup')
    return (
      <Suspense>
        <BackupFields order={order} onChange={onChange} />
      </Suspense>
    )
  return <CleanFields order={order} onChange={onChange} hasBraked={hasBraked} />
}

/** This kind has no options. */
function MeasureHelp() {
  const t = useT()
  return <p className="text-sm text-pretty text-mut">{t('taskKind.measure_soundsHelp')}</p>
}

interface FieldsOf<K extends TaskOrder['kind']> {
  readonly order: Extract<TaskOrder, { kind: K }>
  readonly onChange: (order: TaskOrder) => void
}

function SyncFields({ order, onChange }: FieldsOf<'sync_works'>) {
  const t = useT()
  const chosen: readonly SyncSource[] = order.options?.sources ?? syncSources
  const toggle = (source: SyncSource, isOn: boolean) => {
    const sources = syncSources.filter((one) => (one === source ? isOn : chosen.includes(one)))
    onChange({ kind: 'sync_works', options: { sources } })
  }
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">{t('tasks.sources')}</legend>
      {syncSources.map((source) => (
        <CheckRow
          key={source}
          label={t(`syncSource.${source}`)}
          help={t(`syncSource.${source}Help`)}
          checked={chosen.includes(source)}
          onChange={({ target }) => toggle(source, target.checked)}
        />
      ))}
    </fieldset>
  )
}

function RefreshFields({ order, onChange }: FieldsOf<'refresh_works'>) {
  const t = useT()
  return (
    <ChoiceList
      label={t('tasks.scope')}
      value={order.options?.scope ?? 'due'}
      options={(['due', 'all'] as const).map((value) => ({
        value,
        label: t(`refreshScope.${value}`),
        help: t(`refreshScope.${value}Help`),
      }))}
      onChange={(scope) => onChange({ kind: 'refresh_works', options: { scope } })}
    />
  )
}

const maxKept = 1_000
const number = { type: 'number', inputMode: 'numeric', min: 0, max: maxKept, step: 1 } as const
/** Returns undefined for anything but a number, which restores the default. */
const typedCount = (text: string) => (/^\d+$/.test(text) ? Math.min(maxKept, Number(text)) : undefined)

function BackupFields({ order, onChange }: FieldsOf<'make_backup'>) {
  useBackupWords()
  const t = useT()
  const { keepDays = 7, keepWeeks = 4, withoutCovers = false } = order.options ?? {}
  const change = (options: Partial<NonNullable<typeof order.options>>) =>
    onChange({ kind: 'make_backup', options: { ...order.options, ...options } })
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-pretty text-mut">{t('taskKind.make_backupHelp')}</p>
      <CheckRow
        label={t('tasks.backupCovers')}
        help={t('tasks.backupCoversHelp')}
        checked={!withoutCovers}
        onChange={({ target }) => change({ withoutCovers: !target.checked })}
      />
      <Field
        label={t('tasks.keepDays')}
        help={t('tasks.keepHelp')}
        value={keepDays}
        onChange={({ target }) => change({ keepDays: typedCount(target.value) })}
        {...number}
      />
      <Field
        label={t('tasks.keepWeeks')}
        value={keepWeeks}
        onChange={({ target }) => change({ keepWeeks: typedCount(target.value) })}
        {...number}
      />
    </div>
  )
}

function CleanFields({
  order,
  onChange,
  hasBraked,
}: FieldsOf<'clean_works'> & { readonly hasBraked: boolean }) {
  const t = useT()
  const { dryRun = true, allowMassLoss = false } = order.options ?? {}
  const change = (options: { dryRun?: boolean; allowMassLoss?: boolean }) =>
    onChange({
      kind: 'clean_works',
      options: { dryRun, ...(allowMassLoss && { allowMassLoss }), ...options },
    })
  return (
    <div>
      <CheckRow
        label={t('tasks.dryRun')}
        help={t('tasks.dryRunHelp')}
        checked={dryRun}
        onChange={({ target }) => change({ dryRun: target.checked })}
      />
      {hasBraked && (
        <CheckRow
          label={t('tasks.allowMassLoss')}
          help={t('tasks.allowMassLossHelp')}
          checked={allowMassLoss}
          onChange={({ target }) => change({ allowMassLoss: target.checked })}
        />
      )}
    </div>
  )
}

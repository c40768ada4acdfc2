import { type Period, periods } from '@koedana/contract/values.ts'
import { useT } from '../../lib/i18n.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

export interface PeriodSwitchProps {
  readonly value: Period
  readonly onChange: (period: Period) => void
}

export function PeriodSwitch({ value, onChange }: PeriodSwitchProps) {
  const t = useT()
  return (
    <SegmentedControl
      label={t('period.title')}
      value={value}
      options={periods.map((period) => ({ value: period, label: t(`period.${period}`) }))}
      onChange={onChange}
    />
  )
}

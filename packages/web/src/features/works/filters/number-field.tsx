import { type ComponentProps, useId } from 'react'
import { type MessageKey, useT } from '../../../lib/i18n.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import type { ChangeFilter } from './change-filter.ts'

/** Fields of the filter that are one number. */
type NumberFieldName = {
  [K in keyof WorksSearch]-?: WorksSearch[K] extends number | undefined ? K : never
}[keyof WorksSearch]

export interface NumberFieldSpec {
  readonly field: NumberFieldName
  readonly label: MessageKey
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** What one typed unit is in the filter's own: 60 where minutes are typed and seconds asked. */
  readonly scale?: number
}

export interface NumberFieldProps {
  readonly spec: NumberFieldSpec
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

export function NumberField({ spec, search, onChange }: NumberFieldProps) {
  const t = useT()
  const { field, label, min = 0, max, step = 1, scale = 1 } = spec
  const value = search[field]
  return (
    <Field
      label={t(label)}
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step={step}
      value={value === undefined ? '' : String(value / scale)}
      onCommit={(text) => onChange({ [field]: text === '' ? undefined : Math.max(0, Number(text)) * scale })}
    />
  )
}

export interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onCommit: (text: string) => void
}

/** Asks when the hand has left it, not at every digit. A new value from elsewhere makes it anew. */
export function Field({ label, value, onCommit, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-[12.5px] text-mut">
        {label}
      </label>
      <input
        key={value}
        id={id}
        className="input px-2.5"
        defaultValue={value}
        onBlur={(event) =>
          event.target.value !== value && event.target.validity.valid && onCommit(event.target.value)
        }
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        {...input}
      />
    </div>
  )
}

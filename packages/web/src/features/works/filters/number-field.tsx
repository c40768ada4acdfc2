import { filterEntries, type WorkFilter } from '@koedana/contract/filters.ts'
import { boundsOf, maxInteger } from '@koedana/contract/values.ts'
import { type ComponentProps, useId } from 'react'
import { type MessageKey, useT } from '../../../lib/i18n.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import type { ChangeFilter } from './change-filter.ts'

/** Fields of the filter that are one number. */
type NumberFieldName = {
  [K in keyof WorkFilter]-?: WorksSearch[K] extends number | undefined ? K : never
}[keyof WorkFilter]

export interface NumberFieldSpec {
  readonly field: NumberFieldName
  readonly label: MessageKey
  /** A whole one without it. */
  readonly step?: number
  /** What one typed unit is in the filter's own: 60 where minutes are typed and seconds asked. */
  readonly scale?: number
}

export interface NumberFieldProps {
  readonly spec: NumberFieldSpec
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

/** What is typed beyond the bounds of the contract becomes the bound, seen where it was typed. */
export function NumberField({ spec, search, onChange }: NumberFieldProps) {
  const t = useT()
  const { field, label, step = 1, scale = 1 } = spec
  const value = search[field]
  const { min = 0, max = maxInteger } = boundsOf(filterEntries[field])
  const [least, most] = [Math.ceil(min / scale), Math.floor(max / scale)]
  return (
    <Field
      label={t(label)}
      type="number"
      inputMode="decimal"
      min={least}
      max={most}
      step={step}
      value={value === undefined ? '' : String(value / scale)}
      mended={(text) => {
        const whole = Number((Math.round(Number(text) / step) * step).toFixed(2))
        return text === '' ? '' : String(Math.min(most, Math.max(least, whole)))
      }}
      onCommit={(text) => onChange({ [field]: text === '' ? undefined : Number(text) * scale })}
    />
  )
}

export interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string
  readonly value: string
  /** What is meant by what was typed. */
  readonly mended?: (text: string) => string
  readonly onCommit: (text: string) => void
}

/** Asks when the hand has left it, not at every digit. A new value from elsewhere makes it anew. */
export function Field({ label, value, mended = (text) => text, onCommit, ...input }: FieldProps) {
  const id = useId()
  const commit = (box: HTMLInputElement) => {
    // Half a date or half a number is nothing yet.
    if (box.validity.badInput) return
    box.value = mended(box.value)
    if (box.value !== value && box.validity.valid) onCommit(box.value)
  }
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
        onBlur={(event) => commit(event.target)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        {...input}
      />
    </div>
  )
}

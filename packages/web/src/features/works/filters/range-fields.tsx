import { type ComponentProps, useId } from 'react'
import { type MessageKey, useT } from '../../../lib/i18n.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import type { ChangeFilter } from './change-filter.ts'

type NumberField = {
  [K in keyof WorksSearch]-?: WorksSearch[K] extends number | undefined ? K : never
}[keyof WorksSearch]
type DateField = 'releaseDateStart' | 'releaseDateEnd'

interface FieldsProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

const numbers: readonly {
  readonly field: NumberField
  readonly label: MessageKey
  readonly min?: number
  readonly max?: number
  readonly scale?: number
}[] = [
  { field: 'minPrice', label: 'filter.minPrice' },
  { field: 'maxPrice', label: 'filter.maxPrice' },
  { field: 'minSales', label: 'filter.minSales' },
  { field: 'minWishlistCount', label: 'filter.minWishlistCount' },
  { field: 'minRating', label: 'filter.minRating', max: 5 },
  { field: 'minRatingCount', label: 'filter.minRatingCount' },
  { field: 'minReviewCount', label: 'filter.minReviewCount' },
  { field: 'releaseYear', label: 'filter.releaseYear', min: 1000, max: 9999 },
  // Typed in minutes, asked in seconds.
  { field: 'minDuration', label: 'filter.minDuration', scale: 60 },
  { field: 'maxDuration', label: 'filter.maxDuration', scale: 60 },
]

const dates: readonly { readonly field: DateField; readonly label: MessageKey }[] = [
  { field: 'releaseDateStart', label: 'filter.releaseDateStart' },
  { field: 'releaseDateEnd', label: 'filter.releaseDateEnd' },
]

export function RangeFields({ search, onChange }: FieldsProps) {
  const t = useT()
  return (
    <div className="grid grid-cols-2 gap-3 py-4">
      {numbers.map(({ field, label, min = 0, max, scale = 1 }) => {
        const value = search[field]
        return (
          <Field
            key={field}
            label={t(label)}
            type="number"
            inputMode="decimal"
            min={min}
            max={max}
            step={field === 'minRating' ? 0.1 : 1}
            value={value === undefined ? '' : String(value / scale)}
            onCommit={(text) =>
              onChange({ [field]: text === '' ? undefined : Math.max(0, Number(text)) * scale })
            }
          />
        )
      })}
      {dates.map(({ field, label }) => (
        <Field
          key={field}
          label={t(label)}
          type="date"
          value={search[field] ?? ''}
          onCommit={(text) => onChange({ [field]: text === '' ? undefined : text })}
        />
      ))}
    </div>
  )
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onCommit: (text: string) => void
}

/** Asks when the hand has left it, not at every digit. A new value from elsewhere makes it anew. */
function Field({ label, value, onCommit, ...input }: FieldProps) {
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

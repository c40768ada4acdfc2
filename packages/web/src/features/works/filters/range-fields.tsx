import type { Facets } from '@koedana/contract/facets.ts'
import { type Bound, rangedFields } from '@koedana/contract/field-lists.ts'
import { type NumberKind, workFields } from '@koedana/contract/work-fields.ts'
import { type MessageKey, useT } from '../../../lib/i18n.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import type { ChangeFilter } from './change-filter.ts'
import { Field, NumberField, type NumberFieldSpec } from './number-field.tsx'
import { RangeSection } from './range-section.tsx'

export interface RangeFieldsProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
  /** Absent until they are counted. */
  readonly histograms: Facets['histograms']
}

/** How a bound is typed: stars in tenths, lengths in minutes, which are asked in seconds. */
const typed: Readonly<Record<NumberKind, Pick<NumberFieldSpec, 'step' | 'scale'>>> = {
  yen: {},
  count: {},
  rating: { step: 0.1 },
  seconds: { scale: 60 },
}

const ranges = rangedFields.map((name) => {
  const entry = workFields[name]
  const spec = (field: Bound): NumberFieldSpec => ({
    field,
    label: `filter.${field}`,
    ...typed[entry.kind],
  })
  return { name, min: spec(entry.min), ...('max' in entry && { max: spec(entry.max) }) }
})

const year: NumberFieldSpec = { field: 'releaseYear', label: 'filter.releaseYear' }

const dates: readonly {
  readonly field: 'releaseDateStart' | 'releaseDateEnd'
  readonly label: MessageKey
}[] = [
  { field: 'releaseDateStart', label: 'filter.releaseDateStart' },
  { field: 'releaseDateEnd', label: 'filter.releaseDateEnd' },
]

export function RangeFields({ search, onChange, histograms }: RangeFieldsProps) {
  const t = useT()
  return (
    <div className="py-2">
      {ranges.map(({ name, min, max }) => (
        <RangeSection
          key={name}
          title={t(`work.${name}`)}
          search={search}
          onChange={onChange}
          histogram={histograms?.[name]}
          min={min}
          {...(max ? { max } : {})}
        />
      ))}
      <div className="grid grid-cols-2 gap-3 py-3">
        <NumberField spec={year} search={search} onChange={onChange} />
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
    </div>
  )
}

import type { Facets, HistogramName } from '@koedana/contract/facets.ts'
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

const ranges: readonly {
  readonly name: HistogramName
  readonly title: MessageKey
  readonly min: NumberFieldSpec
  readonly max?: NumberFieldSpec
}[] = [
  {
    name: 'price',
    title: 'work.price',
    min: { field: 'minPrice', label: 'filter.minPrice' },
    max: { field: 'maxPrice', label: 'filter.maxPrice' },
  },
  { name: 'sales', title: 'work.sales', min: { field: 'minSales', label: 'filter.minSales' } },
  {
    name: 'wishlistCount',
    title: 'work.wishlistCount',
    min: { field: 'minWishlistCount', label: 'filter.minWishlistCount' },
  },
  {
    name: 'rating',
    title: 'filter.rating',
    min: { field: 'minRating', label: 'filter.minRating', step: 0.1 },
  },
  {
    name: 'ratingCount',
    title: 'filter.ratingCount',
    min: { field: 'minRatingCount', label: 'filter.minRatingCount' },
  },
  {
    name: 'reviewCount',
    title: 'work.reviewCount',
    min: { field: 'minReviewCount', label: 'filter.minReviewCount' },
  },
  {
    // Typed in minutes, asked in seconds.
    name: 'duration',
    title: 'filter.duration',
    min: { field: 'minDuration', label: 'filter.minDuration', scale: 60 },
    max: { field: 'maxDuration', label: 'filter.maxDuration', scale: 60 },
  },
]

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
      {ranges.map(({ name, title, min, max }) => (
        <RangeSection
          key={name}
          title={t(title)}
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

import type { Histogram } from '@koedana/contract/facets.ts'
import { useT } from '../../../lib/i18n.ts'
import { RangeSlider, type Thumb } from '../../../ui/range-slider.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import { boundAt, heightsOf, placeOfMax, placeOfMin } from './buckets.rules.ts'
import type { ChangeFilter } from './change-filter.ts'
import { NumberField, type NumberFieldSpec } from './number-field.tsx'

export interface RangeSectionProps {
  readonly title: string
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
  readonly histogram: Histogram | undefined
  readonly min: NumberFieldSpec
  readonly max?: NumberFieldSpec
}

/** A slider over the works that are there, and the same bounds as numbers to type. */
export function RangeSection({ title, search, onChange, histogram, min, max }: RangeSectionProps) {
  const t = useT()
  const thumb = (spec: NumberFieldSpec, placeOf: typeof placeOfMin, from: readonly number[]): Thumb => ({
    label: t(spec.label),
    place: placeOf(from, search[spec.field]),
    textOf: (place) => {
      const bound = boundAt(from, place)
      return bound === undefined ? t('filter.unbounded') : String(bound / (spec.scale ?? 1))
    },
    onCommit: (place) => onChange({ [spec.field]: boundAt(from, place) }),
  })
  return (
    <fieldset className="border-b border-line py-4">
      <legend className="float-left w-full text-[13px] font-semibold">{title}</legend>
      {histogram && (
        <RangeSlider
          bars={heightsOf(histogram.counts)}
          min={thumb(min, placeOfMin, histogram.from)}
          max={max && thumb(max, placeOfMax, histogram.from)}
        />
      )}
      <div className="grid clear-left grid-cols-2 gap-3 pt-2">
        {[min, max].map((spec) =>
          spec ? <NumberField key={spec.field} spec={spec} search={search} onChange={onChange} /> : null,
        )}
      </div>
    </fieldset>
  )
}

import { type FacetName, type Facets, getFacets, type Histogram } from '@koedana/contract/facets.ts'
import { type FilterLimit, rangedFields } from '@koedana/contract/field-lists.ts'
import { filterEntries, type WorkFilter } from '@koedana/contract/filters.ts'
import { limitsOf, maxInteger } from '@koedana/contract/values.ts'
import { type NumberKind, workFields } from '@koedana/contract/work-fields.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ComponentProps, memo, useEffect, useId, useRef } from 'react'
import { call } from '../../../domain/api.ts'
import { type MessageKey, useT } from '../../../lib/i18n.ts'
import { useSettings } from '../../../lib/settings.ts'
import { RangeSlider, type SliderThumb } from '../../../ui/range-slider.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import { boundAt, heightsOf, positionOfMax, positionOfMin } from './buckets.rules.ts'
import type { ChangeFilter } from './change-filter.ts'

interface RangeSectionProps {
  readonly range: (typeof ranges)[number]
  readonly least: number | undefined
  readonly most: number | undefined
  readonly histogram: Histogram | undefined
  readonly onChange: ChangeFilter
}

/** A slider over a histogram, and number fields for the same limits. */
const RangeSection = memo(function RangeSection({
  range,
  least,
  most,
  histogram,
  onChange,
}: RangeSectionProps) {
  const t = useT()
  const { name, min, max } = range
  const thumb = (spec: NumberFieldSpec, position: number, from: readonly number[]): SliderThumb => ({
    label: t(spec.label),
    position,
    textOf: (position) => {
      const bound = boundAt(from, position)
      return bound === undefined ? t('filter.unbounded') : String(bound / (spec.scale ?? 1))
    },
    onCommit: (position) => onChange({ [spec.field]: boundAt(from, position) }),
  })
  return (
    <fieldset className="border-b border-line py-4">
      <legend className="float-left w-full text-[13px] font-semibold">{t(`work.${name}`)}</legend>
      {histogram && (
        <RangeSlider
          bars={heightsOf(histogram.counts)}
          min={thumb(min, positionOfMin(histogram.from, least), histogram.from)}
          max={max && thumb(max, positionOfMax(histogram.from, most), histogram.from)}
        />
      )}
      <div className="grid clear-left grid-cols-2 gap-3 pt-2">
        <NumberField spec={min} value={least} onChange={onChange} />
        {max && <NumberField spec={max} value={most} onChange={onChange} />}
      </div>
    </fieldset>
  )
})

export interface RangeFieldsProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
  /** Undefined while loading. */
  readonly histograms: Facets['histograms']
}

/** The input format of limits: ratings in steps of 0.1, durations in minutes, which the filter stores in seconds. */
const inputFormats: Readonly<Record<NumberKind, Pick<NumberFieldSpec, 'step' | 'scale'>>> = {
  yen: {},
  count: {},
  rating: { step: 0.1 },
  seconds: { scale: 60 },
}

const ranges = rangedFields.map((name) => {
  const entry = workFields[name]
  const spec = (field: FilterLimit): NumberFieldSpec => ({
    field,
    label: `filter.${field}`,
    ...inputFormats[entry.kind],
  })
  return { name, min: spec(entry.min), max: 'max' in entry ? spec(entry.max) : undefined }
})

const year: NumberFieldSpec = { field: 'releaseYear', label: 'filter.releaseYear' }

const dates: readonly {
  readonly field: 'releaseDateStart' | 'releaseDateEnd'
  readonly label: MessageKey
}[] = [
  { field: 'releaseDateStart', label: 'filter.releaseDateStart' },
  { field: 'releaseDateEnd', label: 'filter.releaseDateEnd' },
]

/** The filter fields in this section of the panel. */
export const rangeFields = [
  ...ranges.flatMap(({ min, max }) => (max ? [min.field, max.field] : [min.field])),
  year.field,
  ...dates.map(({ field }) => field),
]

export const RangeFields = memo(function RangeFields({ search, onChange, histograms }: RangeFieldsProps) {
  const t = useT()
  return (
    <div className="py-2">
      {ranges.map((range) => (
        <RangeSection
          key={range.name}
          range={range}
          least={search[range.min.field]}
          most={range.max && search[range.max.field]}
          histogram={histograms?.[range.name]}
          onChange={onChange}
        />
      ))}
      <div className="grid grid-cols-2 gap-3 py-3">
        <NumberField spec={year} value={search[year.field]} onChange={onChange} />
        {dates.map(({ field, label }) => (
          <Field
            key={field}
            label={t(label)}
            type="date"
            // Keeps incomplete years invalid while the year is typed digit by digit.
            min="1900-01-01"
            commitDelayMs={400}
            value={search[field] ?? ''}
            onCommit={(text) => onChange({ [field]: text === '' ? undefined : text })}
          />
        ))}
      </div>
    </div>
  )
})

export const namesPerKind = 8

/** Keeps the old counts until the new ones have loaded. `find` is a part of the names. */
export const facetsQuery = (search: WorksSearch, facets: readonly FacetName[], find = '') => {
  const { sort: _sort, seed: _seed, period: _period, ...filter } = search
  return queryOptions({
    queryKey: ['facets', useSettings.getState().locale, filter, facets, find],
    queryFn: ({ signal }) =>
      call(
        getFacets,
        { query: { ...filter, facets: [...facets], top: namesPerKind, ...(find ? { find } : {}) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

type NumberFieldName = {
  [K in keyof WorkFilter]-?: WorksSearch[K] extends number | undefined ? K : never
}[keyof WorkFilter]

interface NumberFieldSpec {
  readonly field: NumberFieldName
  readonly label: MessageKey
  readonly step?: number
  /** The size of an input unit in the filter's unit: 60 for minutes that the filter stores in seconds. */
  readonly scale?: number
}

interface NumberFieldProps {
  readonly spec: NumberFieldSpec
  readonly value: number | undefined
  readonly onChange: ChangeFilter
}

/** A value out of range is replaced by the limit, also in the field. */
const NumberField = memo(function NumberField({ spec, value, onChange }: NumberFieldProps) {
  const t = useT()
  const { field, label, step = 1, scale = 1 } = spec
  const { min = 0, max = maxInteger } = limitsOf(filterEntries[field])
  const [least, most] = [Math.ceil(min / scale), Math.floor(max / scale)]
  return (
    <Field
      label={t(label)}
      type="number"
      inputMode="decimal"
      min={least}
      max={most}
      step={step}
      // Longer than a pause between two digits.
      commitDelayMs={700}
      value={value === undefined ? '' : String(value / scale)}
      mended={(text) => {
        const whole = Number((Math.round(Number(text) / step) * step).toFixed(2))
        return text === '' ? '' : String(Math.min(most, Math.max(least, whole)))
      }}
      onCommit={(text) => onChange({ [field]: text === '' ? undefined : Number(text) * scale })}
    />
  )
})

interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string
  readonly value: string
  /** Corrects the typed text, for example to a limit. */
  readonly mended?: (text: string) => string
  /** Milliseconds after a change until it is committed, because choosing a date in the calendar causes no blur. */
  readonly commitDelayMs: number
  readonly onCommit: (text: string) => void
}

/** Commits on Enter, on blur and after a pause, not on every digit. */
function Field({ label, value, mended = (text) => text, commitDelayMs, onCommit, ...input }: FieldProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  useEffect(() => {
    // The user may have typed more by the time the committed value arrives.
    if (box.current && value !== sent.current) box.current.value = value
    sent.current = value
  }, [value])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const commit = (box: HTMLInputElement, isTyping = false) => {
    clearTimeout(timer.current)
    // An incomplete date or number is not committed.
    if (box.validity.badInput) return
    const text = mended(box.value)
    // A correction would change the text at the cursor.
    if (isTyping && text !== box.value) return
    box.value = text
    if (text === value || !box.validity.valid) return
    sent.current = text
    onCommit(text)
  }
  const latest = useRef(commit)
  latest.current = commit
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-[12.5px] text-mut">
        {label}
      </label>
      <input
        ref={box}
        id={id}
        className="input px-2.5"
        defaultValue={value}
        onBlur={(event) => commit(event.target)}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => latest.current(target, true), commitDelayMs)
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        {...input}
      />
    </div>
  )
}

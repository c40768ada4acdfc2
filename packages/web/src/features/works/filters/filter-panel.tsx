import { ageCategories, languages } from '@koedana/contract/values.ts'
import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import { type ChangeFilter, withItem, withoutItem } from './change-filter.ts'
import { EntityPicker } from './entity-picker.tsx'
import { facetsQuery } from './facets-query.ts'
import { languageName } from './language-names.ts'
import { RangeFields } from './range-fields.tsx'

export interface FilterPanelProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

/** All that the panel counts besides the names, in one call. */
const counted = ['ageCategories', 'languages', 'releaseYears', 'histograms'] as const
/** Of more years the latest; any other can be typed. */
const mostYears = 12
const pickers = ['genres', 'artists', 'makers', 'series', 'illustrators'] as const

export function FilterPanel({ search, onChange }: FilterPanelProps) {
  const t = useT()
  const { i18n } = useLingui()
  const format = useFormat()
  const { data: facets } = useQuery(facetsQuery(search, counted))
  const count = (
    some: readonly { readonly value: unknown; readonly count: number }[] | undefined,
    value: unknown,
  ) => format.compact(some?.find((one) => one.value === value)?.count ?? 0)
  const years = facets?.releaseYears?.slice(0, mostYears) ?? []
  const toggle = <T,>(list: readonly T[] | undefined, item: T) =>
    list?.includes(item) ? withoutItem(list, item) : withItem(list, item)
  return (
    <div>
      <Choices title={t('filter.show')}>
        <ToggleChip
          pressed={search.inLibrary === true}
          onToggle={() => onChange({ inLibrary: search.inLibrary ? undefined : true })}
        >
          {t('filter.inLibrary')}
        </ToggleChip>
        <ToggleChip
          pressed={search.hasLyrics === true}
          onToggle={() => onChange({ hasLyrics: search.hasLyrics ? undefined : true })}
        >
          {t('filter.hasLyrics')}
        </ToggleChip>
      </Choices>
      <Choices title={t('filter.age')}>
        {offered(ageCategories, facets?.ageCategories, search.ageCategories).map((age) => (
          <ToggleChip
            key={age}
            pressed={search.ageCategories?.includes(age) ?? false}
            onToggle={() => onChange({ ageCategories: toggle(search.ageCategories, age) })}
          >
            {t(`age.${age}`)} <span className="text-[11.5px]">{count(facets?.ageCategories, age)}</span>
          </ToggleChip>
        ))}
      </Choices>
      {pickers.map((kind) => (
        <EntityPicker key={kind} kind={kind} search={search} onChange={onChange} />
      ))}
      {years.length > 0 && (
        <Choices title={t('filter.releaseYear')}>
          {years.map(({ value, count: works }) => (
            <ToggleChip
              key={value}
              pressed={search.releaseYear === value}
              onToggle={() => onChange({ releaseYear: search.releaseYear === value ? undefined : value })}
            >
              {value} <span className="text-[11.5px]">{format.compact(works)}</span>
            </ToggleChip>
          ))}
        </Choices>
      )}
      <RangeFields search={search} onChange={onChange} histograms={facets?.histograms} />
      <Choices title={t('filter.languages')}>
        {offered(languages, facets?.languages, search.languages).map((language) => (
          <ToggleChip
            key={language}
            pressed={search.languages?.includes(language) ?? false}
            onToggle={() => onChange({ languages: toggle(search.languages, language) })}
          >
            {languageName(language, i18n.locale)}{' '}
            <span className="text-[11.5px]">{count(facets?.languages, language)}</span>
          </ToggleChip>
        ))}
      </Choices>
    </div>
  )
}

/** What some work has, or what was chosen; nothing that would lead nowhere. */
function offered<T>(
  all: readonly T[],
  found: readonly { readonly value: T }[] | undefined,
  chosen: readonly T[] | undefined,
): T[] {
  return all.filter((value) => chosen?.includes(value) || found?.some((one) => one.value === value))
}

function Choices({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="border-b border-line py-4 first:pt-0 last:border-b-0">
      <legend className="float-left mb-2 w-full text-[13px] font-semibold">{title}</legend>
      <div className="clear-left flex flex-wrap gap-1.5">{children}</div>
    </fieldset>
  )
}

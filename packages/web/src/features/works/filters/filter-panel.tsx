import { personalFilters } from '@koedana/contract/filters.ts'
import { ageCategories, type EntityKind, languages } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useDeferredValue, useState } from 'react'
import { useUser } from '../../../domain/session.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import {
  ageFilterStateOf,
  type ChangeFilter,
  excludedFields,
  matchFields,
  withAgeFilter,
  withItem,
  withoutItem,
} from './change-filter.ts'
import { ChoiceRow } from './choice-row.tsx'
import { EntityPicker } from './entity-picker.tsx'
import { FilterSection } from './filter-section.tsx'
import { useLanguageName } from './language-names.ts'
import { facetsQuery, RangeFields, rangeFields } from './range-section.tsx'
import { filterForSection, type SectionFields } from './section-filter.rules.ts'
import { type Count, useStableOptions } from './use-stable-options.ts'

const PersonalFilters = lazy(() =>
  import('../marks/personal-filters.tsx').then(({ PersonalFilters }) => ({ default: PersonalFilters })),
)
const LyricsLanguages = lazy(() =>
  import('./lyrics-languages.tsx').then(({ LyricsLanguages }) => ({ default: LyricsLanguages })),
)

export interface FilterPanelProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

/** The facets that the panel requests besides names, in one call. */
const countedFacets = ['ageCategories', 'languages', 'lyricsLanguages', 'releaseYears', 'histograms'] as const
/** Only the latest years are listed; others can be typed. */
const maxYears = 12
const pickers = ['genres', 'artists', 'makers', 'series', 'illustrators'] as const
const fieldsOf = (kind: EntityKind): SectionFields => [kind, excludedFields[kind], matchFields[kind]]

/** Renders the panel. A change of order does not render it again. */
export const FilterPanel = memo(function FilterPanel({ search, onChange }: FilterPanelProps) {
  const filter = useFilterOf(search)
  return <Sections search={filter} later={useDeferredValue(filter)} onChange={onChange} />
})

/** Returns the same object as long as the filter has the same content. */
function useFilterOf({ sort: _sort, seed: _seed, period: _period, ...filter }: WorksSearch): WorksSearch {
  const [kept, keep] = useState(filter)
  if (JSON.stringify(kept) === JSON.stringify(filter)) return kept
  keep(filter)
  return filter
}

interface SectionsProps extends FilterPanelProps {
  /** A deferred filter for the sections that were not changed: they render one frame later. */
  readonly later: WorksSearch
}

const Sections = memo(function Sections({ search, later, onChange }: SectionsProps) {
  const user = useUser()
  const { data: facets } = useQuery(facetsQuery(later, countedFacets))
  const section = (fields: SectionFields) => ({ search: filterForSection(search, later, fields), onChange })
  return (
    <div>
      <Shown {...section(shownFields)} />
      {user && (
        <Suspense>
          <PersonalFilters {...section(personalFilters)} />
        </Suspense>
      )}
      <Ages {...section(ageFields)} counts={facets?.ageCategories} />
      {pickers.map((kind) => (
        <EntityPicker key={kind} kind={kind} {...section(fieldsOf(kind))} />
      ))}
      <Years {...section(yearFields)} counts={facets?.releaseYears} />
      <RangeFields {...section(rangeFields)} histograms={facets?.histograms} />
      <Languages {...section(languageFields)} counts={facets?.languages} />
      <Suspense>
        <LyricsLanguages {...section(lyricsFields)} counts={facets?.lyricsLanguages} />
      </Suspense>
    </div>
  )
})

const shownFields = ['inLibrary', 'hasLyrics'] as const
const ageFields = ['ageCategories', 'excludedAgeCategories'] as const
const yearFields = ['releaseYear'] as const
const languageFields = ['languages'] as const
const lyricsFields = ['lyricsLanguages'] as const

const Shown = memo(function Shown({ search, onChange }: FilterPanelProps) {
  const t = useT()
  const toggle = (field: (typeof shownFields)[number]) =>
    onChange({ [field]: search[field] ? undefined : true })
  return (
    <FilterSection title={t('filter.show')}>
      <div className="flex flex-wrap gap-1.5">
        <ToggleChip pressed={search.inLibrary === true} onToggle={() => toggle('inLibrary')}>
          {t('filter.inLibrary')}
        </ToggleChip>
        <ToggleChip pressed={search.hasLyrics === true} onToggle={() => toggle('hasLyrics')}>
          {t('filter.hasLyrics')}
        </ToggleChip>
      </div>
    </FilterSection>
  )
})

interface CountedProps<T> extends FilterPanelProps {
  /** Undefined while loading. */
  readonly counts: readonly Count<T>[] | undefined
}

type AgeCategory = (typeof ageCategories)[number]

const Ages = memo(function Ages({ search, onChange, counts }: CountedProps<AgeCategory>) {
  const t = useT()
  const { offered, countOf } = useStableOptions(counts)
  return (
    <FilterSection title={t('filter.age')}>
      <ul className="-mx-2">
        {ageCategories
          .filter((age) => offered(age) || ageFilterStateOf(search, age))
          .map((age) => (
            <ChoiceRow
              key={age}
              name={t(`age.${age}`)}
              count={countOf(age)}
              isIncluded={ageFilterStateOf(search, age) === 'included'}
              onInclude={() => onChange(withAgeFilter(search, age, 'included'))}
              isExcluded={ageFilterStateOf(search, age) === 'excluded'}
              onExclude={() => onChange(withAgeFilter(search, age, 'excluded'))}
            />
          ))}
      </ul>
    </FilterSection>
  )
})

/** Only one year can be chosen at a time. */
const Years = memo(function Years({ search, onChange, counts }: CountedProps<number>) {
  const t = useT()
  const format = useFormat()
  const { seen, countOf } = useStableOptions(counts)
  if (seen.length === 0) return null
  return (
    <FilterSection title={t('filter.releaseYear')}>
      <div className="grid grid-cols-3 gap-1.5">
        {seen
          .toSorted((one, other) => other - one)
          .slice(0, maxYears)
          .map((year) => (
            <ToggleChip
              key={year}
              pressed={search.releaseYear === year}
              onToggle={() => onChange({ releaseYear: search.releaseYear === year ? undefined : year })}
            >
              {year} <span className="ml-auto text-[11.5px]">{format.compact(countOf(year) ?? 0)}</span>
            </ToggleChip>
          ))}
      </div>
    </FilterSection>
  )
})

const Languages = memo(function Languages({
  search,
  onChange,
  counts,
}: CountedProps<(typeof languages)[number]>) {
  const t = useT()
  const nameOf = useLanguageName()
  const { offered, countOf } = useStableOptions(counts)
  const isChosen = (language: (typeof languages)[number]) => search.languages?.includes(language) ?? false
  return (
    <FilterSection title={t('filter.languages')}>
      <ul className="-mx-2">
        {languages
          .filter((language) => offered(language) || isChosen(language))
          .map((language) => {
            const change = isChosen(language) ? withoutItem : withItem
            return (
              <ChoiceRow
                key={language}
                name={nameOf(language)}
                count={countOf(language)}
                isIncluded={isChosen(language)}
                onInclude={() => onChange({ languages: change(search.languages, language) })}
              />
            )
          })}
      </ul>
    </FilterSection>
  )
})

import { ageCategories, languages } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useState } from 'react'
import { useUser } from '../../../domain/session.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import { type ChangeFilter, wishFor, wishing, withItem, withoutItem } from './change-filter.ts'
import { ChoiceRow } from './choice-row.tsx'
import { Choices } from './choices.tsx'
import { EntityPicker } from './entity-picker.tsx'
import { useLanguageName } from './language-names.ts'
import { facetsQuery, RangeFields } from './range-section.tsx'
import { type Count, useOnceSeen } from './use-once-seen.ts'

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

/** All that the panel counts besides the names, in one call. */
const counted = ['ageCategories', 'languages', 'lyricsLanguages', 'releaseYears', 'histograms'] as const
/** The latest years are shown; any other can be typed. */
const mostYears = 12
const pickers = ['genres', 'artists', 'makers', 'series', 'illustrators'] as const

/** Another order changes nothing of it. */
export function FilterPanel({ search, onChange }: FilterPanelProps) {
  return <Sections search={useFilterOf(search)} onChange={onChange} />
}

/** The same object for as long as it means the same filter, in whatever order. */
function useFilterOf({ sort: _sort, seed: _seed, period: _period, ...filter }: WorksSearch): WorksSearch {
  const [kept, keep] = useState(filter)
  if (JSON.stringify(kept) === JSON.stringify(filter)) return kept
  keep(filter)
  return filter
}

const Sections = memo(function Sections({ search, onChange }: FilterPanelProps) {
  const t = useT()
  const user = useUser()
  const { data: facets } = useQuery(facetsQuery(search, counted))
  const toggle = (field: 'inLibrary' | 'hasLyrics') => onChange({ [field]: search[field] ? undefined : true })
  return (
    <div>
      <Choices title={t('filter.show')}>
        <div className="flex flex-wrap gap-1.5">
          <ToggleChip pressed={search.inLibrary === true} onToggle={() => toggle('inLibrary')}>
            {t('filter.inLibrary')}
          </ToggleChip>
          <ToggleChip pressed={search.hasLyrics === true} onToggle={() => toggle('hasLyrics')}>
            {t('filter.hasLyrics')}
          </ToggleChip>
        </div>
      </Choices>
      {user && (
        <Suspense>
          <PersonalFilters search={search} onChange={onChange} />
        </Suspense>
      )}
      <Ages search={search} onChange={onChange} counts={facets?.ageCategories} />
      {pickers.map((kind) => (
        <EntityPicker key={kind} kind={kind} search={search} onChange={onChange} />
      ))}
      <Years search={search} onChange={onChange} counts={facets?.releaseYears} />
      <RangeFields search={search} onChange={onChange} histograms={facets?.histograms} />
      <Languages search={search} onChange={onChange} counts={facets?.languages} />
      <Suspense>
        <LyricsLanguages search={search} onChange={onChange} counts={facets?.lyricsLanguages} />
      </Suspense>
    </div>
  )
})

interface CountedProps<T> extends FilterPanelProps {
  /** Undefined until they are counted. */
  readonly counts: readonly Count<T>[] | undefined
}

type AgeCategory = (typeof ageCategories)[number]

function Ages({ search, onChange, counts }: CountedProps<AgeCategory>) {
  const t = useT()
  const { offered, countOf } = useOnceSeen(counts)
  return (
    <Choices title={t('filter.age')}>
      <ul className="-mx-2">
        {ageCategories
          .filter((age) => offered(age) || wishFor(search, age))
          .map((age) => (
            <ChoiceRow
              key={age}
              name={t(`age.${age}`)}
              count={countOf(age)}
              isIncluded={wishFor(search, age) === 'included'}
              onInclude={() => onChange(wishing(search, age, 'included'))}
              isExcluded={wishFor(search, age) === 'excluded'}
              onExclude={() => onChange(wishing(search, age, 'excluded'))}
            />
          ))}
      </ul>
    </Choices>
  )
}

/** One at a time. */
function Years({ search, onChange, counts }: CountedProps<number>) {
  const t = useT()
  const format = useFormat()
  const { seen, countOf } = useOnceSeen(counts)
  if (seen.length === 0) return null
  return (
    <Choices title={t('filter.releaseYear')}>
      <div className="grid grid-cols-3 gap-1.5">
        {seen
          .toSorted((one, other) => other - one)
          .slice(0, mostYears)
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
    </Choices>
  )
}

function Languages({ search, onChange, counts }: CountedProps<(typeof languages)[number]>) {
  const t = useT()
  const nameOf = useLanguageName()
  const { offered, countOf } = useOnceSeen(counts)
  const isChosen = (language: (typeof languages)[number]) => search.languages?.includes(language) ?? false
  return (
    <Choices title={t('filter.languages')}>
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
    </Choices>
  )
}

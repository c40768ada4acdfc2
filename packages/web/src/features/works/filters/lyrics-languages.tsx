import { type LyricsLanguage, lyricsLanguages } from '@koedana/contract/values.ts'
import { memo } from 'react'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { useT } from '../../../lib/i18n.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { type ChangeFilter, withItem, withoutItem } from './change-filter.ts'
import { ChoiceRow } from './choice-row.tsx'
import { FilterSection } from './filter-section.tsx'
import { useLyricsLanguageName } from './language-names.ts'
import { type Count, useStableOptions } from './use-stable-options.ts'

export interface LyricsLanguagesProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
  /** Undefined while loading. */
  readonly counts: readonly Count<LyricsLanguage>[] | undefined
}

/** Filters by lyrics language. Load lazily, with its messages; it is the last section of the panel. */
export const LyricsLanguages = memo(function LyricsLanguages({
  search,
  onChange,
  counts,
}: LyricsLanguagesProps) {
  useListeningWords()
  const t = useT()
  const nameOf = useLyricsLanguageName()
  const { offered, countOf } = useStableOptions(counts)
  const isChosen = (language: LyricsLanguage) => search.lyricsLanguages?.includes(language) ?? false
  const shown = lyricsLanguages.filter((language) => offered(language) || isChosen(language))
  if (shown.length === 0) return null
  return (
    <FilterSection title={t('filter.lyricsLanguages')}>
      <ul className="-mx-2">
        {shown.map((language) => {
          const change = isChosen(language) ? withoutItem : withItem
          return (
            <ChoiceRow
              key={language}
              name={nameOf(language)}
              count={countOf(language)}
              isIncluded={isChosen(language)}
              onInclude={() => onChange({ lyricsLanguages: change(search.lyricsLanguages, language) })}
            />
          )
        })}
      </ul>
    </FilterSection>
  )
})

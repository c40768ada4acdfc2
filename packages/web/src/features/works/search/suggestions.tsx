import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { suggestQuery } from './suggest-query.ts'
import { type SuggestionGroup, suggestionGroups } from './suggestion-list.rules.ts'
import { SuggestionRow } from './suggestion-row.tsx'

export interface SuggestionsProps {
  readonly id: string
  /** `''` shows nothing. */
  readonly query: string
  /** The suggestion that the arrow keys stand on, from 1; 0 is none. */
  readonly place: number
  /** Told how many there are whenever that may have changed. */
  readonly onCount: (count: number) => void
  readonly onChoose: () => void
}

/** The list below the search box. Import it lazily: most visits never type. */
export function Suggestions({ id, query, place, onCount, onChoose }: SuggestionsProps) {
  const t = useT()
  const settled = useSettled(query, 120)
  const { data, isPlaceholderData } = useQuery({
    ...suggestQuery(settled),
    placeholderData: keepPreviousData,
  })
  // Before the first question has settled, what is kept belongs to an earlier visit of the box.
  const isAsked = query !== '' && settled !== ''
  const groups = useMemo(() => (data && isAsked ? suggestionGroups(data) : none), [data, isAsked])
  const count = groups.reduce((total, { items }) => total + items.length, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other suggestions in the same number are others still
  useEffect(() => onCount(count), [groups])
  useEffect(() => {
    if (place > 0) document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, place])
  return (
    <>
      <p role="status" className="sr-only">
        {isAsked && data && !isPlaceholderData ? t('search.found', { count }) : ''}
      </p>
      {count > 0 && (
        <div id={id} role="listbox" aria-label={t('search.suggestions')} className={listClass}>
          {groups.map(({ name, items }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
            <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
              <p id={`${id}-${name}`} className="px-3 pt-2 pb-1 text-[11.5px] font-semibold text-mut">
                {t(name === 'works' || name === 'jump' ? `search.${name}` : `filter.${name}`)}
              </p>
              {items.map((item) => (
                <SuggestionRow
                  key={item.place}
                  id={`${id}-${item.place}`}
                  suggestion={item.suggestion}
                  query={settled}
                  isCurrent={item.place === place}
                  onChoose={onChoose}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

const none: SuggestionGroup[] = []
const listClass = [
  'absolute inset-x-2 top-full z-10 mt-1 max-h-[min(70dvh,560px)] overflow-y-auto overscroll-contain md:inset-x-0 md:mt-2',
  'rounded-2xl border border-line bg-surface p-1.5 shadow-float',
].join(' ')

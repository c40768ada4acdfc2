import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { entityLanguage, nameLanguage } from '../../../lib/name-language.rules.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { Cover } from '../cover.tsx'
import { splitAtMatches } from './emphasis.rules.ts'
import { suggestQuery } from './suggest-query.ts'
import { type Suggestion, type SuggestionGroup, suggestionGroups } from './suggestion-list.rules.ts'
import { targetOf } from './suggestion-target.ts'

export interface SuggestionsProps {
  readonly id: string
  /** An empty query shows nothing. */
  readonly query: string
  /** The suggestion selected by the arrow keys, from 1; 0 is none. */
  readonly position: number
  /** Called with the number of suggestions whenever it may have changed. */
  readonly onCount: (count: number) => void
  readonly onChoose: () => void
}

/** The list below the search box. Load lazily: most visits have no search. */
export function Suggestions({ id, query, position, onCount, onChoose }: SuggestionsProps) {
  useListeningWords()
  const t = useT()
  const settled = useDebouncedValue(query, 120)
  const { data, isPlaceholderData } = useQuery({
    ...suggestQuery(settled),
    placeholderData: keepPreviousData,
  })
  // Until the first text has settled, the previous data belongs to an earlier use of the box.
  const isWanted = query !== '' && settled !== ''
  const groups = useMemo(() => (data && isWanted ? suggestionGroups(data) : none), [data, isWanted])
  const count = groups.reduce((total, { items }) => total + items.length, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other suggestions with the same count must be reported, too
  useEffect(() => onCount(count), [groups])
  useEffect(() => {
    if (position > 0) document.getElementById(`${id}-${position}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, position])
  return (
    <>
      <p role="status" className="sr-only">
        {isWanted && data && !isPlaceholderData ? t('search.found', { count }) : ''}
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
                  key={item.position}
                  id={`${id}-${item.position}`}
                  suggestion={item.suggestion}
                  query={settled}
                  isCurrent={item.position === position}
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

export interface SuggestionRowProps {
  readonly id: string
  readonly suggestion: Suggestion
  readonly query: string
  /** Whether the arrow keys have selected it. */
  readonly isCurrent: boolean
  readonly onChoose: () => void
}

/** A real link, so that it can be opened in a new tab; the focus stays in the text field. */
function SuggestionRow({ id, suggestion, query, isCurrent, onChoose }: SuggestionRowProps) {
  return (
    <Link
      {...targetOf(suggestion)}
      id={id}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      preload={false}
      className="flex min-h-10 items-center gap-3 rounded-xl px-3 py-1.5 text-[13.5px] hover:bg-sunken aria-selected:bg-soft aria-selected:text-acc pointer-coarse:min-h-11"
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChoose()
      }}
    >
      <SuggestionContent suggestion={suggestion} query={query} />
    </Link>
  )
}

/** The content of a suggestion row, also used by the command palette. */
export function SuggestionContent({ suggestion, query }: Pick<SuggestionRowProps, 'suggestion' | 'query'>) {
  const t = useT()
  const format = useFormat()
  if (suggestion.type === 'jump') {
    return (
      <>
        <IconArrowRight size={17} aria-hidden />
        {t('search.open', { id: suggestion.id })}
      </>
    )
  }
  if (suggestion.type === 'entity') {
    const { name, workCount, kind } = suggestion.entity
    return (
      <>
        <span className="min-w-0 flex-1 truncate" lang={entityLanguage(kind, name)}>
          <HighlightedText text={name} query={query} />
        </span>
        <span className="shrink-0 text-xs text-mut">{format.compact(workCount)}</span>
      </>
    )
  }
  const { work } = suggestion
  return (
    <>
      <span className="w-14 shrink-0 *:rounded-lg">
        <Cover work={work} sizes="56px" bare />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate" lang={work.titleLanguage}>
          <HighlightedText text={work.title} query={query} />
        </span>
        <span className="block truncate text-xs text-mut" lang={nameLanguage(work.maker?.name)}>
          {work.maker && <HighlightedText text={work.maker.name} query={query} />}
        </span>
      </span>
    </>
  )
}

function HighlightedText({ text, query }: { readonly text: string; readonly query: string }) {
  return splitAtMatches(text, query).map(({ text: part, isMatch }, at) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <b key={at} className="font-semibold text-acc">
        {part}
      </b>
    ) : (
      part
    ),
  )
}

import { listEntities } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type KeyboardEvent, useId, useState } from 'react'
import { call } from '../../../../domain/api.ts'
import { useFormat, useT } from '../../../../lib/i18n.ts'
import { entityLanguage } from '../../../../lib/name-language.rules.ts'
import { useSettings } from '../../../../lib/settings.ts'
import { useDebouncedValue } from '../../../../lib/use-debounced-value.ts'
import { positionAfter, searchedText } from '../../search/combobox.rules.ts'
import { type NameSuggestion, suggestionsFor } from './name-box.rules.ts'

export interface NameBoxProps {
  readonly kind: EntityKind
  readonly label: string
  readonly placeholder: string
  /** IDs to leave out of the suggestions. */
  readonly taken: readonly string[]
  readonly canCreate?: boolean
  readonly isInvalid?: true | undefined
  readonly describedBy?: string | undefined
  readonly onChoose: (offered: NameSuggestion) => void
}

/** A combobox with suggested names; the arrow keys move through them, Enter chooses one. */
export function NameBox({ kind, label, placeholder, taken, canCreate = false, ...props }: NameBoxProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [steps, walk] = useState(0)
  const [isOpen, open] = useState(false)
  const q = searchedText(text)
  const settled = useDebouncedValue(q, 150)
  const { data, isPlaceholderData } = useQuery(namesQuery(kind, settled))
  const isCurrent = settled === q && !isPlaceholderData && data !== undefined
  const offers =
    q === ''
      ? []
      : suggestionsFor({ found: data?.items ?? [], taken, created: canCreate && isCurrent ? q : '' })
  const isShown = isOpen && offers.length > 0
  const position = isShown ? positionAfter(steps, offers.length) : 0
  const choose = (offered: NameSuggestion) => {
    props.onChoose(offered)
    setText('')
    walk(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = offers[Math.max(position, 1) - 1]
    if (step && q !== '') {
      open(true)
      walk(position + step)
    } else if (event.key === 'Enter') {
      if (isShown && chosen && (position > 0 || isCurrent)) choose(chosen)
    } else if (event.key === 'Escape' && isShown) {
      // Closes only the suggestions, not the dialog.
      event.stopPropagation()
      open(false)
    } else return
    event.preventDefault()
  }
  return (
    <div>
      <input
        type="text"
        role="combobox"
        className="input"
        autoComplete="off"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={position > 0 ? `${listId}-${position}` : undefined}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          walk(0)
          open(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => open(false)}
        onFocus={() => open(true)}
      />
      {isShown && (
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          className="mt-1 rounded-xl border border-line bg-surface p-1"
        >
          {offers.map((offered, at) => (
            <Offer
              key={offered.id ?? ''}
              id={`${listId}-${at + 1}`}
              kind={kind}
              offered={offered}
              isActive={position === at + 1}
              onChoose={() => choose(offered)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

interface OfferProps {
  readonly id: string
  readonly kind: EntityKind
  readonly offered: NameSuggestion
  readonly isActive: boolean
  readonly onChoose: () => void
}

function Offer({ id, kind, offered: { id: known, name, workCount }, isActive, onChoose }: OfferProps) {
  const t = useT()
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={clsx(
        'flex min-h-9 cursor-default items-center gap-2 rounded-lg px-3 text-sm pointer-coarse:min-h-11',
        isActive ? 'bg-soft text-acc' : 'hover:bg-sunken',
      )}
      // The input keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {known === undefined && <IconPlus size={15} className="shrink-0" aria-hidden />}
      <span className="min-w-0 flex-1 truncate" lang={entityLanguage(kind, name)}>
        {known === undefined ? t('editing.create', { name }) : name}
      </span>
      {workCount !== undefined && <span className="text-xs text-mut">{format.compact(workCount)}</span>}
    </div>
  )
}

const maxSuggestions = 8

/** The server sorts entities with the most works first. */
const namesQuery = (kind: EntityKind, q: string) =>
  queryOptions({
    queryKey: ['entity-names', useSettings.getState().locale, kind, q],
    queryFn: ({ signal }) =>
      call(listEntities, { params: { kind }, query: { q, pageSize: maxSuggestions } }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

import { IconSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { searchedText } from './combobox.rules.ts'
import { useCombobox } from './use-search-text.ts'

const Suggestions = lazy(() =>
  import('./suggestions.tsx').then(({ Suggestions }) => ({ default: Suggestions })),
)

/** The global search box. It is on every page, so its suggestion list loads on first focus; `/` focuses it. */
export function SearchBox() {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [isUsed, use] = useState(false)
  const { listId, text, isOpen, position, ...box } = useCombobox()
  return (
    <search
      className="min-w-0 flex-1 md:relative md:max-w-[540px]"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) box.close()
      }}
    >
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          box.search()
        }}
      >
        <IconSearch
          size={17}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-mut"
          aria-hidden
        />
        <input
          ref={input}
          className="input rounded-full pr-10 pl-10 text-ellipsis placeholder-shown:pr-4"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          aria-autocomplete="list"
          aria-keyshortcuts="/"
          aria-expanded={box.isListShown}
          aria-controls={box.isListShown ? listId : undefined}
          aria-activedescendant={position > 0 ? `${listId}-${position}` : undefined}
          value={text}
          onFocus={() => use(true)}
          onChange={(event) => box.change(event.target.value)}
          onKeyDown={box.onKeyDown}
        />
        {text && (
          <button
            type="button"
            className="btn-icon absolute top-1/2 right-0.5 -translate-y-1/2"
            aria-label={t('search.clear')}
            onClick={() => {
              box.change('')
              input.current?.focus()
            }}
          >
            <IconX size={16} aria-hidden />
          </button>
        )}
      </form>
      {isUsed && (
        <Suspense>
          <Suggestions
            id={listId}
            query={isOpen ? searchedText(text) : ''}
            position={position}
            onCount={box.recount}
            onChoose={box.choose}
          />
        </Suspense>
      )}
    </search>
  )
}

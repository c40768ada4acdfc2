/** The command palette: finds works, entities and commands by name. Load lazily: it includes the dialog. */
import { Dialog } from '@base-ui/react/dialog'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { closeCommandDialog } from '../../domain/command-dialog.ts'
import { useIsAdmin } from '../../domain/session.ts'
import { withExcluded } from '../../features/works/filters/change-filter.ts'
import { narrowWorks } from '../../features/works/menu/menu-parts.tsx'
import { positionAfter, searchedText } from '../../features/works/search/combobox.rules.ts'
import { suggestQuery } from '../../features/works/search/suggest-query.ts'
import { type Suggestion, suggestionGroups } from '../../features/works/search/suggestion-list.rules.ts'
import { targetOf } from '../../features/works/search/suggestion-target.ts'
import { SuggestionContent } from '../../features/works/search/suggestions.tsx'
import { useAdminWords } from '../../lib/admin-words.ts'
import { useT } from '../../lib/i18n.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { parseExclusion, rankCommands } from './palette.rules.ts'
import { commandGroups, useCommands } from './palette-commands.ts'

/** Closes on a choice, Escape or a press outside, and returns the focus. */
export function Palette() {
  const isAdmin = useIsAdmin()
  const Contents = isAdmin ? AdminContents : PaletteContents
  return (
    <Dialog.Root open onOpenChange={(next) => next || closeCommandDialog()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className={popupClass} style={popupStyle}>
          <Suspense>
            <Contents isAdmin={isAdmin} />
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const popupClass =
  'fixed z-50 flex flex-col overflow-hidden rounded-3xl border border-line bg-surface text-fg shadow-float outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0'
const popupStyle = {
  top: 'max(12px, 9dvh)',
  left: '50%',
  translate: '-50% 0',
  width: 'min(38rem, calc(100vw - 24px))',
  maxHeight: 'min(34rem, 76dvh)',
} as const

interface ContentsProps {
  readonly isAdmin: boolean
}

/** Loads the messages of the dashboard, which contain the names of its pages. */
function AdminContents(props: ContentsProps) {
  useAdminWords()
  return <PaletteContents {...props} />
}

interface Row {
  readonly id: string
  readonly group: string
  readonly content: ReactNode
  readonly run: () => void
}

const listId = 'palette'

/** On the first use the dialog opens before its messages are loaded, so it cannot focus this field itself. */
const focusTextField = (box: HTMLInputElement | null): void => box?.focus()

function PaletteContents({ isAdmin }: ContentsProps) {
  const [text, type] = useState('')
  const [currentId, stand] = useState<string>()
  const { rows, status } = useRows(searchedText(text), isAdmin)
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === currentId),
  )
  const current = rows[at]
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  const choose = (row: Row | undefined) => {
    if (!row) return
    closeCommandDialog()
    row.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, it needs these keys.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) stand(rows[positionAfter(at + step, rows.length - 1)]?.id)
    else if (event.key === 'Enter') choose(current)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Dialog.Title className="sr-only">{t('palette.label')}</Dialog.Title>
      <div className="relative border-b border-line p-1.5">
        <IconSearch
          size={18}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-mut"
          aria-hidden
        />
        <input
          ref={focusTextField}
          className="input border-transparent! pl-10"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          aria-label={t('palette.label')}
          placeholder={t('palette.placeholder')}
          aria-autocomplete="list"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-activedescendant={current && optionId(at)}
          value={text}
          onChange={({ target }) => {
            type(target.value)
            stand(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('search.suggestions')}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
      >
        {[...Map.groupBy(rows, ({ group }) => group)].map(([group, items]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={group} role="group" aria-label={group}>
            <p className="px-3 pt-2 pb-1 text-[11.5px] font-semibold text-mut" aria-hidden>
              {group}
            </p>
            {items.map((row) => (
              <Option
                key={row.id}
                id={optionId(rows.indexOf(row))}
                isCurrent={row === current}
                onChoose={() => choose(row)}
              >
                {row.content}
              </Option>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

const optionId = (at: number) => `${listId}-${at}`

interface OptionProps {
  readonly id: string
  readonly isCurrent: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** The focus stays in the text field. */
function Option({ id, isCurrent, onChoose, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys of its options
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-xl px-3 py-1.5 text-[13.5px] hover:bg-sunken aria-selected:bg-soft aria-selected:text-acc pointer-coarse:min-h-11"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </div>
  )
}

/** Returns commands first, then suggestions of the server, and a search for the query. */
function useRows(query: string, isAdmin: boolean) {
  const t = useT()
  const router = useRouter()
  const all = useCommands(query, isAdmin)
  const excluded = parseExclusion(query, t('palette.excludeWord'))
  const settled = useDebouncedValue(excluded ?? query, 120)
  const { data, isPlaceholderData } = useQuery({
    ...suggestQuery(settled),
    placeholderData: keepPreviousData,
  })
  const found = data && query !== '' && settled !== '' ? suggestionGroups(data) : []
  const commands = rankCommands(all, query).slice(0, query === '' ? all.length : maxCommands)
  const inGroups =
    query === '' ? commandGroups.flatMap((group) => commands.filter((one) => one.group === group)) : commands
  const rows: Row[] = inGroups.map(({ id, group, title, icon: Picture, run }) => ({
    id,
    group: t(query === '' ? `palette.${group}` : 'palette.acts'),
    run,
    content: (
      <>
        <Picture size={17} className="shrink-0" aria-hidden />
        <span className="min-w-0 truncate">{title}</span>
      </>
    ),
  }))
  for (const { name, items } of found)
    for (const { suggestion } of items) {
      const row = excluded === undefined ? open(suggestion) : exclude(suggestion)
      const group = t(name === 'works' || name === 'jump' ? `search.${name}` : `filter.${name}`)
      if (row) rows.push({ ...row, group })
    }
  if (query !== '' && excluded === undefined) rows.push(searchRow())
  const isWaiting = query !== '' && (isPlaceholderData || settled !== (excluded ?? query))
  return { rows, status: isWaiting ? '' : t('palette.found', { count: rows.length }) }

  function open(suggestion: Suggestion): Omit<Row, 'group'> {
    return {
      id: idOf(suggestion),
      content: <SuggestionContent suggestion={suggestion} query={settled} />,
      run: () => void router.navigate(targetOf(suggestion)),
    }
  }

  function exclude(suggestion: Suggestion): Omit<Row, 'group'> | undefined {
    if (suggestion.type !== 'entity') return undefined
    const { kind, id, name } = suggestion.entity
    return {
      id: idOf(suggestion),
      content: (
        <>
          <IconFilterOff size={17} className="shrink-0" aria-hidden />
          <span className="min-w-0 truncate">{t('filter.excludeName', { name })}</span>
        </>
      ),
      run: () => void narrowWorks(router, (before) => withExcluded(before, kind, id)),
    }
  }

  function searchRow(): Row {
    return {
      id: 'find',
      group: t('search.label'),
      content: (
        <>
          <IconSearch size={17} className="shrink-0" aria-hidden />
          <span className="min-w-0 truncate">{t('palette.find', { q: query })}</span>
        </>
      ),
      run: () => void router.navigate({ to: '/works', search: { q: query } }),
    }
  }
}

/** Maximum number of commands for a query; the rest of the list is for suggestions. */
const maxCommands = 6

const idOf = (suggestion: Suggestion): string => {
  if (suggestion.type === 'entity') return `${suggestion.entity.kind} ${suggestion.entity.id}`
  return `${suggestion.type} ${suggestion.type === 'jump' ? suggestion.id : suggestion.work.id}`
}

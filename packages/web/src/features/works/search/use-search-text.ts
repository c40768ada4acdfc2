import { useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { positionAfter, searchedText } from './combobox.rules.ts'

export interface SearchText {
  readonly text: string
  /** Clearing the text removes the search from the work list. */
  readonly type: (text: string) => void
  /** Opens the work of a complete ID, or the matching works, without other filters. */
  readonly search: () => void
  readonly forget: () => void
}

/** Returns the text of the search box: the `q` of the work list until the user types; empty on other pages. */
function useSearchText(): SearchText {
  const navigate = useNavigate()
  const { pathname, search: parameters } = useLocation()
  const requested = pathname === '/works' ? qOf(parameters) : ''
  const [text, setText] = useState(requested)
  const page = pathname + requested
  const [shown, show] = useState(page)
  // Set during rendering: an effect would run after the first key press and discard it on a page that just opened.
  if (shown !== page) {
    show(page)
    setText(requested)
  }
  /** Counts user actions, so that a late response does not navigate away from a later action or another page. */
  const turn = useRef(0)
  return {
    text,
    type: (typed) => {
      turn.current += 1
      setText(typed)
      if (typed === '' && requested !== '')
        void navigate({ from: '/works', search: (before) => ({ ...before, q: undefined }), state: true })
    },
    search: () => void search(searchedText(text)),
    forget: () => {
      turn.current += 1
      setText('')
    },
  }
  async function search(q: string): Promise<void> {
    if (q === '') return
    turn.current += 1
    // Identifies this action and its page.
    const mine = turn.current + location.href
    const workId = hasDigit.test(q) ? await jumpTo(q) : undefined
    if (mine !== turn.current + location.href) return
    if (workId !== undefined) {
      setText('')
      await navigate({ to: '/work/$workId', params: { workId } })
    } else await navigate({ to: '/works', search: { q } })
  }
}

/** IDs contain digits, of any width; other text needs no ID lookup. */
const hasDigit = /\p{N}/u

/** Loaded on demand, with the suggestion list. */
const jumpTo = (q: string) =>
  import('./suggest-query.ts').then(({ findJump }) => findJump(q)).catch(() => undefined)

/** The search of the location may still be a list of texts; only the route has parsed it. */
const qOf = (search: object): string => ('q' in search && typeof search.q === 'string' ? search.q : '')

const listId = 'suggestions'

/** Returns the combined state of the text field and its list: text, open state and selection. */
export function useCombobox() {
  const { text, type, search, forget } = useSearchText()
  const [isOpen, open] = useState(false)
  const [steps, walk] = useState(0)
  const [count, setCount] = useState(0)
  const position = isOpen ? positionAfter(steps, count) : 0
  const change = (typed: string) => {
    type(typed)
    open(typed !== '')
    walk(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, it needs these keys.
    if (event.nativeEvent.isComposing) {
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && text) {
      open(true)
      walk(position + step)
    } else if (event.key === 'Enter' && position > 0) {
      document.getElementById(`${listId}-${position}`)?.click()
    } else if (event.key === 'Escape') {
      if (isOpen) open(false)
      else change('')
    } else return
    event.preventDefault()
  }
  return {
    listId,
    text,
    isOpen,
    position,
    isListShown: isOpen && count > 0,
    change,
    onKeyDown,
    close: () => open(false),
    search: () => leaving(search),
    choose: () => leaving(forget),
    /** Resets the selection when the suggestions change; a list that only opens keeps the selection of the key that opened it. */
    recount: (next: number) => {
      setCount(next)
      if (count > 0) walk(0)
    },
  }
  function leaving(act: () => void): void {
    act()
    open(false)
    // Closes the on-screen keyboard to show the results.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
}

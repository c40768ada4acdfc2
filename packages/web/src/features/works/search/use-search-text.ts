import { useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { positionAfter, searchedText } from './combobox.rules.ts'

export interface SearchText {
  readonly text: string
  /** An emptied box takes the search off the list of works. */
  readonly type: (text: string) => void
  /** Leads to the work of a whole id, else to the works that match; other filters do not come along. */
  readonly search: () => void
  readonly forget: () => void
}

/** Returns the text in the box: the `q` of the list of works, until somebody types; nothing on other pages. */
function useSearchText(): SearchText {
  const navigate = useNavigate()
  const { pathname, search: parameters } = useLocation()
  const requested = pathname === '/works' ? qOf(parameters) : ''
  const [text, setText] = useState(requested)
  const page = pathname + requested
  const [shown, show] = useState(page)
  // An effect would come after the first key, and take away what was typed into a page that has only just come.
  if (shown !== page) {
    show(page)
    setText(requested)
  }
  /** Counts acts: a late response leads nobody away from what they do by then, or from another page. */
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
    // It holds the act, and the page from which it was done.
    const mine = turn.current + location.href
    const workId = hasDigit.test(q) ? await jumpTo(q) : undefined
    if (mine !== turn.current + location.href) return
    if (workId !== undefined) {
      setText('')
      await navigate({ to: '/work/$workId', params: { workId } })
    } else await navigate({ to: '/works', search: { q } })
  }
}

/** An id has digits, of whatever width: a text without them waits for nothing. */
const hasDigit = /\p{N}/u

/** Comes with the list of suggestions: no page needs it to stand. */
const jumpTo = (q: string) =>
  import('./suggest-query.ts').then(({ findJump }) => findJump(q)).catch(() => undefined)

/** The location's own search may still be a list of texts; only the route has parsed it. */
const qOf = (search: object): string => ('q' in search && typeof search.q === 'string' ? search.q : '')

const listId = 'suggestions'

/** Returns the box and its list as one: what is typed, whether the list is open, and where the arrow keys stand in it. */
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
    // An input method has these keys for itself while it offers characters.
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
    /** The arrow keys begin again among other suggestions; a list that only opens keeps the key that opened it. */
    recount: (next: number) => {
      setCount(next)
      if (count > 0) walk(0)
    },
  }
  function leaving(act: () => void): void {
    act()
    open(false)
    // The keyboard of a phone gives way to what was found.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
}

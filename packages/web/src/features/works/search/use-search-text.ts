import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { searchedText } from './combobox.rules.ts'

export interface SearchText {
  readonly text: string
  /** An emptied box takes the search off the list of works. */
  readonly type: (text: string) => void
  /** Leads to the works that match; other filters do not come along. */
  readonly search: () => void
  readonly forget: () => void
}

/** What stands in the box: the `q` of the list of works, until somebody types; nothing on other pages. */
export function useSearchText(): SearchText {
  const navigate = useNavigate()
  const { pathname, search: asks } = useLocation()
  const asked = pathname === '/works' ? qOf(asks) : ''
  const [text, setText] = useState(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is a reason as well
  useEffect(() => setText(asked), [asked, pathname])
  return {
    text,
    type: (typed) => {
      setText(typed)
      if (typed === '' && asked !== '')
        void navigate({ from: '/works', search: (before) => ({ ...before, q: undefined }) })
    },
    search: () => {
      const q = searchedText(text)
      if (q !== '') void navigate({ to: '/works', search: { q } })
    },
    forget: () => setText(''),
  }
}

/** The location's own search may still be a list of texts; only the route has parsed it. */
const qOf = (search: object): string => ('q' in search && typeof search.q === 'string' ? search.q : '')

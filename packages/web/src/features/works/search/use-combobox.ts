import { type KeyboardEvent, useState } from 'react'
import { placeAfter } from './combobox.rules.ts'
import { useSearchText } from './use-search-text.ts'

const listId = 'suggestions'

/** The box and its list as one: what is typed, whether the list is open, and where the arrow keys stand in it. */
export function useCombobox() {
  const { text, type, search, forget } = useSearchText()
  const [isOpen, open] = useState(false)
  const [steps, walk] = useState(0)
  const [count, setCount] = useState(0)
  const place = isOpen ? placeAfter(steps, count) : 0
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
      walk(place + step)
    } else if (event.key === 'Enter' && place > 0) {
      document.getElementById(`${listId}-${place}`)?.click()
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
    place,
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

/** The keys of an open menu, as the ARIA Authoring Practices have them. */
import type { KeyboardEvent } from 'react'
import { entryByArrow, entryByName } from './keys.rules.ts'

export interface MenuActs {
  /** Closes all of the menu. */
  readonly close: () => void
  /** Closes a submenu alone; its entry has the focus again. */
  readonly closeSubmenu: () => void
}

/** Returns what to call for each key that is pressed in a menu. Nothing behind the menu hears of it. */
export function menuKeys({ close, closeSubmenu }: MenuActs): (event: KeyboardEvent) => void {
  let typed = ''
  let typedAt = Number.NEGATIVE_INFINITY
  const isTyped = (event: KeyboardEvent): boolean => {
    if ([...event.key].length !== 1 || event.key === ' ') return false
    typed = event.timeStamp - typedAt > pauseMs ? event.key : typed + event.key
    typedAt = event.timeStamp
    return true
  }
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.stopPropagation()
    const target = event.target instanceof HTMLElement ? event.target : undefined
    const surface = target?.closest<HTMLElement>('[role=menu]')
    if (!target || !surface) return
    const isSubmenu = surface.hasAttribute('data-submenu')
    const entries = entriesOf(surface)
    const at = entries.indexOf(target)
    // The browser goes on from what has the focus then.
    if (event.key === 'Tab') return close()
    const opens = target.getAttribute('aria-haspopup') === 'menu'
    const next = isTyped(event)
      ? entryByName(
          typed,
          at,
          entries.map(({ textContent }) => textContent),
        )
      : entryByArrow(event.key, at, entries.length)
    if (next !== undefined) entries[next]?.focus()
    else if (event.key === 'Escape' || (event.key === 'ArrowLeft' && isSubmenu)) {
      if (isSubmenu) closeSubmenu()
      else close()
    } else if ((event.key === 'ArrowRight' && opens) || (event.key === ' ' && target.matches('a'))) {
      target.click()
    } else return
    event.preventDefault()
  }
}

/** Letters that follow each other sooner are one word. */
const pauseMs = 750

const entriesOf = (surface: HTMLElement): HTMLElement[] => [
  ...surface.querySelectorAll<HTMLElement>('[role=menuitem]'),
]

/** Keyboard handling of menus, following the ARIA Authoring Practices. */
import type { KeyboardEvent } from 'react'
import { entryByArrow, entryByName } from './keys.rules.ts'

export interface MenuActs {
  readonly close: () => void
  /** Closes only the submenu, and returns the focus to its entry. */
  readonly closeSubmenu: () => void
}

/** Returns the key handler of a menu. It stops the propagation of the events. */
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
    // After closing, the browser moves the focus from the opener.
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

/** Letters typed within this time form one word. */
const pauseMs = 750

const entriesOf = (surface: HTMLElement): HTMLElement[] => [
  ...surface.querySelectorAll<HTMLElement>('[role=menuitem]'),
]

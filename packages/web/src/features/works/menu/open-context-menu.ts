/** Opens context menus on right click, long press, Shift+F10 and the menu key. */

import { type MenuSubject, subjectAt } from '../../../lib/menu-subject.ts'
import { listenForLongPress } from './long-press.ts'

export interface MenuRequest {
  readonly subject: MenuSubject
  /** Gets the focus when the menu closes. */
  readonly link: HTMLElement
  readonly by: 'mouse' | 'touch' | 'key'
  /** Pixels of the viewport. */
  readonly x: number
  readonly y: number
  /** A timestamp that distinguishes it from every other press. */
  readonly at: number
}

/** Returns a function that stops it. */
export function listenForMenus(onPress: (press: MenuRequest) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const open = (target: EventTarget | null, how: Pick<MenuRequest, 'by' | 'x' | 'y'>): boolean => {
    // A finger on a drag handle is about to drag.
    const found = how.by === 'touch' && isGrip(target) ? undefined : subjectAt(target)
    if (found) onPress({ ...found, ...how, at: performance.now() })
    return found !== undefined
  }
  const openByKey = (event: Event) => {
    const { left: x = 0, bottom: y = 0 } = boxOf(event.target) ?? {}
    return open(event.target, { by: 'key', x, y })
  }
  const pressed = listenForLongPress(({ target, x, y }) => open(target, { by: 'touch', x, y }), signal)
  const click = (event: PointerEvent) => {
    // Shift opens the browser's own menu; Shift+F10 has no button.
    if (event.button === 2 && event.shiftKey) return
    const isPointer = event.button === 2 || event.ctrlKey || event.pointerType === 'touch'
    const by = event.pointerType === 'touch' ? 'touch' : 'mouse'
    const isOurs =
      inMenu(event.target) ||
      (isPointer ? open(event.target, { by, x: event.clientX, y: event.clientY }) : openByKey(event))
    pressed(isOurs)
    if (isOurs) event.preventDefault()
  }
  const press = (event: KeyboardEvent) => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (isMenuKey && openByKey(event)) event.preventDefault()
  }
  document.addEventListener('contextmenu', click, { signal })
  document.addEventListener('keydown', press, { signal })
  return () => listening.abort()
}

const boxOf = (target: EventTarget | null) =>
  target instanceof Element ? target.getBoundingClientRect() : undefined

const isGrip = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-grip]') !== null

const inMenu = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=menu]') !== null

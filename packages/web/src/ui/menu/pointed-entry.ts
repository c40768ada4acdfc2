/** Focuses the entry under the pointer, and opens its submenu after a short hover. */
import type { PointerEvent } from 'react'
import { isHeadedTo, type Point } from './position.rules.ts'

export interface PointedEntry {
  readonly move: (event: PointerEvent<HTMLElement>) => void
  readonly leave: (event: PointerEvent<HTMLElement>) => void
  /** Cancels the pending timer. */
  readonly stop: () => void
}

/** `open` gets the entry's submenu; undefined if it has none. */
export function trackPointedEntry(open: (submenu: string | undefined) => void): PointedEntry {
  let last: Point | undefined
  let timer: number | undefined
  const later = (act: () => void, ms: number) => {
    timer = window.setTimeout(act, ms)
  }
  const point = (target: Element) => {
    const surface = target.closest<HTMLElement>('[role=menu]')
    const entry = target.closest<HTMLElement>('[role=menuitem]')
    focusEntry(entry ?? surface)
    if (surface && !surface.hasAttribute('data-submenu'))
      later(() => open(entry?.dataset.opens), hoverDelayMs)
  }
  const stop = () => clearTimeout(timer)
  return {
    move: ({ pointerType, clientX: x, clientY: y, target, currentTarget }) => {
      if (pointerType === 'touch' || !(target instanceof Element)) return
      stop()
      const [from, to] = [last ?? { x, y }, { x, y }]
      last = to
      const submenu = currentTarget.querySelector('[data-submenu]')
      const isPassing =
        submenu !== null && !submenu.contains(target) && isHeadedTo(submenu.getBoundingClientRect(), from, to)
      if (isPassing) later(() => point(target), passDelayMs)
      else point(target)
    },
    leave: ({ pointerType, currentTarget }) => {
      if (pointerType === 'touch') return
      stop()
      if (!currentTarget.querySelector('[data-submenu]'))
        focusEntry(currentTarget.querySelector('[role=menu]'))
    },
    stop,
  }
}

/** Entries that the pointer only passes open nothing. */
const hoverDelayMs = 80
/** A pointer may slow down over other entries on its way to a submenu. */
const passDelayMs = 250

function focusEntry(element: HTMLElement | null): void {
  if (element && document.activeElement !== element) element.focus({ preventScroll: true })
}

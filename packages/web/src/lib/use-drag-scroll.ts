import { type RefObject, useEffect, useRef } from 'react'
import { scrollStep } from './drag-scroll.rules.ts'
import { useStableCallback } from './use-stable-callback.ts'

/**
 * Scrolls the container of a list while an item is dragged near its edges, so one drag can cross a long list. `onScroll` gets the pointer's
 * y coordinate, since another row is under it then.
 */
export function useDragScroll(list: RefObject<Element | null>, onScroll: (y: number) => void) {
  const scrolled = useStableCallback(onScroll)
  const running = useRef<DragScroll>(undefined)
  const end = () => {
    running.current?.end()
    running.current = undefined
  }
  useEffect(() => () => running.current?.end(), [])
  const begin = (y: number) => {
    end()
    if (list.current) running.current = dragScroll(scrollerOf(list.current), y, scrolled)
  }
  return { begin, moveTo: (y: number) => running.current?.moveTo(y), end }
}

interface DragScroll {
  readonly moveTo: (y: number) => void
  readonly end: () => void
}

function dragScroll(scroller: Element, from: number, onScroll: (y: number) => void): DragScroll {
  let [y, request] = [from, 0]
  const step = () => {
    request = 0
    const before = scroller.scrollTop
    scroller.scrollTop += scrollStep({ from, y }, endsOf(scroller))
    if (scroller.scrollTop === before) return
    onScroll(y)
    request = requestAnimationFrame(step)
  }
  return {
    moveTo: (next) => {
      y = next
      request ||= requestAnimationFrame(step)
    },
    end: () => cancelAnimationFrame(request),
  }
}

/** Returns the nearest scroll container, or the page. */
function scrollerOf(element: Element): Element {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around !== document.body && /auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  }
  return document.documentElement
}

const endsOf = (scroller: Element) =>
  scroller === document.documentElement ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()

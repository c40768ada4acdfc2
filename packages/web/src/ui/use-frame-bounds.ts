import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the width of a list and its distance from the top of the page. Measured before the first paint, to avoid a layout shift. */
export function useFrameBounds(frame: RefObject<HTMLElement | null>): { width: number; top: number } {
  const [bounds, setBounds] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth
      const top = element.getBoundingClientRect().top + scrollY
      setBounds((before) => (before.width === width && before.top === top ? before : { width, top }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Chips above the list appear and disappear without changing its width.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame])
  return bounds
}

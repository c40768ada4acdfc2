import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of a list and its distance from the top of the page, known before the first paint, or it would jump. */
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
    // Chips above the list come and go without changing its own width.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame])
  return bounds
}

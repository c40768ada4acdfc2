import { type RefObject, useEffect, useRef, useState } from 'react'

/** True from the moment the element comes within a screen's half of the visible part, and ever after. */
export function useNear<T extends Element>(): readonly [ref: RefObject<T | null>, isNear: boolean] {
  const ref = useRef<T>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '50%' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  return [ref, isNear]
}

import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns true once the element has come within half a screen of the viewport, and stays true. */
export function useIsNearViewport<T extends Element>(): readonly [ref: RefObject<T | null>, isNear: boolean] {
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

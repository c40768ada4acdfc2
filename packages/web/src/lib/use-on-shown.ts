import { useEffect } from 'react'
import { useSteady } from './use-steady.ts'

/** Calls `onShown` after the render in which `isThere` becomes true. */
export function useOnShown(isThere: boolean, onShown: () => void): void {
  const notify = useSteady(onShown)
  useEffect(() => {
    if (isThere) notify()
  }, [isThere, notify])
}

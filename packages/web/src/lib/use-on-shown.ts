import { useEffect } from 'react'
import { useStableCallback } from './use-stable-callback.ts'

/** Calls `onShown` after the render in which `isThere` becomes true. */
export function useOnShown(isThere: boolean, onShown: () => void): void {
  const notify = useStableCallback(onShown)
  useEffect(() => {
    if (isThere) notify()
  }, [isThere, notify])
}

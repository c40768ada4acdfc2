import { useEffect } from 'react'
import { useSteady } from './use-steady.ts'

/** Tells whoever waits for a part that it is there, after the draw that shows it. */
export function useTold(isThere: boolean, tell: () => void): void {
  const told = useSteady(tell)
  useEffect(() => {
    if (isThere) told()
  }, [isThere, told])
}

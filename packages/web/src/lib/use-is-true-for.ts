import { useEffect, useState } from 'react'

/** Most responses arrive sooner. Dimming the list for them would flicker, and cost a compositing layer for the whole list. */
export const defaultWaitMs = 250

/** Returns true once `isSo` has been true for this long, so that short states are not shown. */
export function useIsTrueFor(isSo: boolean, milliseconds: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) return setLong(false)
    const timer = setTimeout(() => setLong(true), milliseconds)
    return () => clearTimeout(timer)
  }, [isSo, milliseconds])
  return isSo && isLong
}

import { useEffect, useState } from 'react'

/** Most responses are there sooner: to dim a list for them would be a flicker, and a layer of the whole list to paint. */
export const usualWaitMs = 250

/** True once something has been so for that long: what is over in a moment is not shown. */
export function useIsLong(isSo: boolean, milliseconds: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) return setLong(false)
    const timer = setTimeout(() => setLong(true), milliseconds)
    return () => clearTimeout(timer)
  }, [isSo, milliseconds])
  return isSo && isLong
}

import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a function with a stable identity that calls the latest `act`, so that components which receive it do not render again. */
export function useStableCallback<Act extends (...values: never[]) => void>(
  act: Act,
): (...values: Parameters<Act>) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...values) => latest.current(...values), [])
}

import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at every draw, which does what the last one was drawn with: a part that has it is not drawn for it. */
export function useSteady<Act extends (...values: never[]) => void>(
  act: Act,
): (...values: Parameters<Act>) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...values) => latest.current(...values), [])
}

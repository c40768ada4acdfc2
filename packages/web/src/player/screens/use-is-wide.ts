import { useSyncExternalStore } from 'react'

/** Whether there is room for two columns. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => wide.matches)

const wide = matchMedia('(min-width: 1024px)')

function listen(onChange: () => void): () => void {
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

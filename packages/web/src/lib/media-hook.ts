import { useSyncExternalStore } from 'react'

/** Returns a hook that reports whether a media query matches, and follows its changes. */
export function createMediaHook(query: string): () => boolean {
  const list = matchMedia(query)
  const listen = (onChange: () => void) => {
    list.addEventListener('change', onChange)
    return () => list.removeEventListener('change', onChange)
  }
  return function useMedia() {
    return useSyncExternalStore(listen, () => list.matches)
  }
}

import { useSyncExternalStore } from 'react'

/** Returns a hook that says whether the window is as the media query wants it, now and after each change. */
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

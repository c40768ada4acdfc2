import { createDebounced } from '../lib/debounced.ts'
import { subPath } from '../lib/sub-path.ts'
import { workerUrl } from '../lib/trusted-types.ts'

/** Time without user input before the registration. */
const idleMs = 2_000
/** Registers after this time even if the user is never idle. */
const maxMs = 60_000
const userEvents = ['scroll', 'pointerdown', 'keydown', 'touchmove'] as const

/**
 * Registers the service worker when the user is idle: caching the app's files takes seconds of CPU time, which would make scrolling
 * stutter. Call it once.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const stop = new AbortController()
  const register = () => {
    stop.abort()
    atRest.stop()
    clearTimeout(last)
    // Private windows reject it; the app works without it.
    navigator.serviceWorker.register(workerUrl(`${subPath}/sw.js`)).catch(() => undefined)
  }
  const last = setTimeout(register, maxMs)
  const atRest = createDebounced(idleMs, register)
  atRest.call()
  for (const act of userEvents)
    addEventListener(act, atRest.call, { capture: true, passive: true, signal: stop.signal })
}

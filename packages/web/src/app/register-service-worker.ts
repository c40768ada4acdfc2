import { debounced } from '../lib/debounced.ts'
import { subPath } from '../lib/sub-path.ts'
import { workerUrl } from '../lib/trusted-types.ts'

/** Nobody has done anything on the page for so long. */
const restMs = 2_000
/** Who never rests may lose the connection too. */
const mostMs = 60_000
const acts = ['scroll', 'pointerdown', 'keydown', 'touchmove'] as const

/**
 * Registers it after everything the page needs, and in a pause of who uses it: to keep the files of the app takes seconds of the
 * processor, in which a list would be scrolled in jerks. Called once.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const stop = new AbortController()
  const register = () => {
    stop.abort()
    atRest.stop()
    clearTimeout(last)
    // Private windows refuse; the app works without it.
    navigator.serviceWorker.register(workerUrl(`${subPath}/sw.js`)).catch(() => undefined)
  }
  const last = setTimeout(register, mostMs)
  const atRest = debounced(restMs, register)
  atRest.call()
  for (const act of acts)
    addEventListener(act, atRest.call, { capture: true, passive: true, signal: stop.signal })
}

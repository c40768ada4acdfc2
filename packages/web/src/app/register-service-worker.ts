import { subPath } from '../lib/sub-path.ts'

/** Registers it after everything the first page needs: the load event has long fired after a slow start. Called once. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    // Private windows refuse; the app works without it.
    navigator.serviceWorker.register(`${subPath}/sw.js`).catch(() => undefined)
  }, 2_000)
}

/** Registers it after everything the first page needs, by timer: the load event has long fired after a slow start. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    // Private windows refuse; the app works without it.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }, 2_000)
}

/** Detects a new version of the app: its service worker waits for the user, and pages are never reloaded automatically. */
import { create } from 'zustand'
import { whileVisible } from '../../../lib/while-visible.ts'

export const useUpdate = create<{ readonly isReady: boolean }>(() => ({ isReady: false }))

/** The waiting worker of the new version; undefined if another tab has activated it already. */
let waitingWorker: ServiceWorker | undefined

/** An installed app stays open for days. */
const updateIntervalMs = 3_600_000

/** Call it once. */
export async function followUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const registration = await serviceWorker.ready
  const look = () => void checkWorker(registration.waiting)
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  // Another tab has activated the new version, while this one still runs the old one.
  serviceWorker.addEventListener('controllerchange', () => void checkWorker(serviceWorker.controller))
  look()
  whileVisible((signal) => {
    const timer = setInterval(() => void registration.update().catch(() => undefined), updateIntervalMs)
    signal.addEventListener('abort', () => clearInterval(timer))
  })
}

/** Reloads the page once the new worker is active. */
export function applyUpdate(): void {
  if (waitingWorker) {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waitingWorker.postMessage('activate')
  } else location.reload()
}

/** If the page was loaded from the network, it may be of the new version already: then its worker is activated silently. */
async function checkWorker(worker: ServiceWorker | null): Promise<void> {
  if (
    !worker ||
    (worker.state !== 'installed' && worker.state !== 'activated' && worker.state !== 'activating')
  )
    return
  const isOurs = await hasEntry(worker)
  const isWaiting = worker.state === 'installed'
  if (isOurs && isWaiting) worker.postMessage('activate')
  if (isOurs) return
  waitingWorker = isWaiting ? worker : undefined
  useUpdate.setState({ isReady: true })
}

/** Returns whether this page's entry script belongs to the worker's build. */
function hasEntry(worker: ServiceWorker): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    worker.postMessage({ has: new URL(entry?.src ?? '/', location.href).pathname }, [port2])
  })
}

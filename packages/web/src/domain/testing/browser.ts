/** Stands for what a browser has around the page, as far as the session and its neighbours ask for it. */
import { vi } from 'vitest'

export interface FakeBrowser {
  /** The stored values, by key. */
  readonly stored: Map<string, string>
  /** Another tab changed this key. */
  readonly tellStorage: (key: string) => void
}

/** Stands until `vi.unstubAllGlobals`; what reads it when it is imported is imported after it. */
export function fakeBrowser(stored = new Map<string, string>()): FakeBrowser {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  // A page without a response of its own.
  vi.stubGlobal('document', { documentElement: { dataset: {} }, getElementById: () => null })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return {
    stored,
    tellStorage: (key) => window.dispatchEvent(Object.assign(new Event('storage'), { key })),
  }
}

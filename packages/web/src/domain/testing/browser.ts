/** Fakes the browser globals that the session and related modules use. */
import { vi } from 'vitest'

export interface FakeBrowser {
  readonly stored: Map<string, string>
  /** Simulates that another tab has changed this key. */
  readonly tellStorage: (key: string) => void
}

/** Stubs the globals until `vi.unstubAllGlobals`. Import modules that read them on import afterwards. */
export function fakeBrowser(stored = new Map<string, string>()): FakeBrowser {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  // A page without an embedded response.
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

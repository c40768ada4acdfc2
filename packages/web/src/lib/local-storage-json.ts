/** Stores values on this device, as JSON. */

/** Returns null if nothing is stored or the stored text is invalid. */
export function readStoredJson(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function removeStoredJson(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}

export function namesWithPrefix(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

export function storeJson(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage may be full or forbidden: then the value is lost on reload.
  }
}

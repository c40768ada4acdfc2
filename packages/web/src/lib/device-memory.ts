/** Remembers values on this device, as JSON. */

/** Returns null where nothing is stored, or nothing that can be read. */
export function recallJson(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function forgetJson(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was stored where storage is forbidden.
  }
}

/** Returns the names of all values that begin like this. */
export function namesLike(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

export function rememberJson(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage may be full or forbidden: it is remembered as long as the page stands.
  }
}

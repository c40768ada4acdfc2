/** Remembers values on this device, as JSON. */

/** Returns null where nothing is stored, or nothing that can be read. */
export function recallJson(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function rememberJson(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage may be full or forbidden: it is remembered as long as the page stands.
  }
}

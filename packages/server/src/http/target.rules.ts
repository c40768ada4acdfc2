/** Reads which address a request is for: from its first line, and from its header `Host`. */

export interface Target {
  /** The path with its query, as routes know it. */
  readonly url: string
  /** The host that counts before the header `Host` (RFC 9112, section 3.2.2); undefined where the line names none. */
  readonly host: string | undefined
}

/** Takes apart an address in absolute form, as clients write it that take this server for a proxy. */
export function readTarget(line: string): Target {
  if (line.startsWith('/')) return { url: line, host: undefined }
  const [whole, host] = /^https?:\/\/([^/?#]*)/i.exec(line) ?? []
  if (whole === undefined) return { url: line, host: undefined }
  const rest = line.slice(whole.length)
  return { url: rest.startsWith('/') ? rest : `/${rest}`, host }
}

/**
 * Returns whether there is more than one header `Host`: a proxy in front may have gone by another than this server would.
 * `rawHeaders` are names and values by turns.
 */
export function hasManyHosts(rawHeaders: readonly string[]): boolean {
  let found = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === hostLength && name.toLowerCase() === 'host') found += 1
  }
  return found > 1
}

const hostLength = 4

/** Reads the target of a request from the request line and the `Host` header. */

export interface Target {
  /** The path with its query, as routes expect it. */
  readonly url: string
  /** The host of an absolute URL, which overrides the `Host` header (RFC 9112 §3.2.2); undefined for relative URLs. */
  readonly host: string | undefined
}

/** Parses the request target. Clients that use this server as a proxy send absolute URLs. */
export function readTarget(line: string): Target {
  if (line.startsWith('/')) return { url: line, host: undefined }
  const [whole, host] = /^https?:\/\/([^/?#]*)/i.exec(line) ?? []
  if (whole === undefined) return { url: line, host: undefined }
  const rest = line.slice(whole.length)
  return { url: rest.startsWith('/') ? rest : `/${rest}`, host }
}

/**
 * Returns whether there are several `Host` headers: a proxy may have used another one than this server would. `rawHeaders`
 * alternates names and values.
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

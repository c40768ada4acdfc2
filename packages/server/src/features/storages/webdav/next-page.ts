/** Pagination of listings by the `Link` header with `rel="next"` (RFC 8288), as Jianguoyun sends it. */
import { StorageError } from '../storage.ts'

/**
 * Returns the URL of the next page; undefined on the last page. Throws `damaged` if the link has another origin or contains credentials:
 * ignoring it would make the listing count as complete.
 */
export function findNextPage(link: string | undefined, requested: URL): URL | undefined {
  const target = link === undefined ? undefined : findNextTarget(link)
  if (target === undefined) return undefined
  if (!URL.canParse(target, requested.href)) throw invalidLinkError()
  const next = new URL(target, requested.href)
  if (next.username !== '' || next.password !== '') throw invalidLinkError()
  // A server behind a proxy may have its scheme and port wrong, but the path identifies the folder.
  if (isSameFolder(next.pathname, requested.pathname) && next.hostname === requested.hostname) {
    const own = new URL(requested.href)
    own.search = next.search
    return own
  }
  if (next.origin !== requested.origin) throw invalidLinkError()
  next.hash = ''
  return next
}

const invalidLinkError = () =>
  new StorageError('damaged', { cause: 'the link to the next page leads elsewhere' })

const linkValue = /<([^>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i

function findNextTarget(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(linkValue)) {
    const [, quoted, token = ''] = relation.exec(parameters) ?? []
    const relations = (quoted ?? token).toLowerCase().split(/\s+/)
    if (relations.includes('next')) return target
  }
  return undefined
}

/** Jianguoyun encodes the path twice; its own client decodes it once. */
function isSameFolder(path: string, folder: string): boolean {
  const wanted = decodeOnce(folder)
  const once = decodeOnce(path)
  return (
    wanted !== undefined && once !== undefined && [once, decodeOnce(once)].some((one) => isSame(one, wanted))
  )
}

const isSame = (path: string | undefined, wanted: string) =>
  path?.replace(/\/+$/, '') === wanted.replace(/\/+$/, '')

function decodeOnce(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

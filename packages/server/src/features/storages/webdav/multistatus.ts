/** Parses the response to PROPFIND (RFC 4918 §14.16). */
import { isSafeName, joinPath, lastPart } from '../path.rules.ts'
import { findChild, readText, readXml, type XmlElement, XmlError } from '../remote/xml.rules.ts'
import { type Entry, type FileFacts, type Ref, StorageError } from '../storage.ts'

export interface Resource {
  readonly isFolder: boolean
  /** Undefined without a valid size. */
  readonly facts: FileFacts | undefined
  /** ETag as the server sent it, including quotes and `W/`. */
  readonly etag: string | undefined
  readonly usedBytes: number | undefined
  readonly availableBytes: number | undefined
}

export interface Listing {
  /** The requested resource; undefined if the server omits the folder from its own listing. */
  readonly self: Resource | undefined
  readonly entries: readonly Entry[]
}

interface PropfindTarget {
  /** Path relative to the root. */
  readonly ref: Ref
  readonly url: URL
}

/** Throws `damaged` if the response is about something else. Without any resource, both `self` and `entries` are empty. */
export function parseMultistatus(document: string, { ref, url }: PropfindTarget): Listing {
  const parts = decodedParts(url)
  const listed: ListedResource[] = []
  try {
    for (const response of readXml(document, 'multistatus')) {
      const href = readText(response, 'href')
      if (response.name !== 'response' || href === undefined) continue
      listed.push({ path: parseHref(href, url), ...readResponse(response) })
    }
  } catch (cause) {
    if (cause instanceof XmlError) throw new StorageError('damaged', { cause })
    throw cause
  }
  const refDepth = ref === '' ? 0 : ref.split('/').length
  const folder = parts.slice(countHiddenParts(listed, parts, Math.max(0, parts.length - refDepth)))
  let self: Resource | undefined
  const entries: Entry[] = []
  for (const { path, entry, resource } of listed) {
    const target = locate(path, folder)
    if (target === 'self') self = resource
    else if (target !== 'deeper') entries.push(toEntry(ref, target, entry))
  }
  const isAbout =
    self !== undefined || listed.length === 0 || entries.some(({ kind }) => kind !== 'invalidName')
  if (!isAbout) throw new StorageError('damaged', { cause: 'the response is about something else' })
  return { self, entries: removeDuplicates(entries) }
}

interface ListedResource {
  readonly path: readonly DecodedName[]
  readonly entry: Pick<Entry, 'kind' | 'facts'>
  readonly resource: Resource
}

/**
 * Returns how many leading parts of the path the server does not know because a reverse proxy removes them; 0 as soon as one href fits the
 * full path. The server knows everything below the root, so the search ends at `max`.
 */
function countHiddenParts(listed: readonly ListedResource[], parts: readonly string[], max: number): number {
  const targetsAt = (depth: number) => listed.map(({ path }) => locate(path, parts.slice(depth)))
  const isChild = (target: Target) => typeof target === 'object' && target.isSafe
  if (targetsAt(0).some((target) => target === 'self' || isChild(target))) return 0
  for (let depth = 1; depth <= max; depth += 1) {
    const targets = targetsAt(depth)
    const fits = targets.every((target) => target === 'self' || target === 'deeper' || isChild(target))
    // At the top of the server every path fits, so the folder itself must be in the response.
    const isProven = targets.includes('self') || (depth < parts.length && targets.some(isChild))
    if (fits && isProven) return depth
  }
  return 0
}

interface DecodedName {
  readonly name: string
  readonly isSafe: boolean
}

type Target = 'self' | 'deeper' | DecodedName

/**
 * Returns the path of an href. Scheme and host are ignored, since servers behind a proxy often have them wrong. An href is never requested
 * itself: request URLs are built from the names.
 */
function parseHref(href: string, url: URL): readonly DecodedName[] {
  const path = href.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
  const isRelative = path === href && !path.startsWith('/')
  const parts = decodedParts(url)
  // An empty relative href is the resource itself.
  const base = isRelative ? (path === '' || url.pathname.endsWith('/') ? parts : parts.slice(0, -1)) : []
  const own = path.replace(isRelative ? /^\.\// : /^\/+/, '').replace(/\/+$/, '')
  const named = base.map((name): DecodedName => ({ name, isSafe: true }))
  if (own !== '') named.push(...own.split('/').map(decodePart))
  return named
}

function locate(path: readonly DecodedName[], folder: readonly string[]): Target {
  const isBelow = folder.every((part, at) => path[at]?.name === part)
  const last = path[folder.length]
  if (isBelow && !last) return 'self'
  if (isBelow && last && path.length === folder.length + 1) return last
  if (isBelow && path.every(({ isSafe }) => isSafe)) return 'deeper'
  return { name: path.at(-1)?.name ?? '', isSafe: false }
}

/** Servers that do not encode leave a `%` as it is. Bytes that are not UTF-8 are not a valid name. */
function decodePart(part: string): DecodedName {
  try {
    const name = decodeURIComponent(part)
    return { name, isSafe: isSafeName(name) && name.isWellFormed() }
  } catch {
    const isPlain = /%(?![\da-f]{2})/i.test(part)
    return { name: part, isSafe: isPlain && isSafeName(part) }
  }
}

function toEntry(folder: Ref, { name, isSafe }: DecodedName, entry: Pick<Entry, 'kind' | 'facts'>): Entry {
  const ref = joinPath(folder, name)
  return isSafe ? { ref, name, ...entry } : { ref, name, kind: 'invalidName' }
}

function readResponse(response: XmlElement): Pick<ListedResource, 'entry' | 'resource'> {
  const resource = parseResource(response)
  const { isFolder, facts } = resource
  if (isFolder) return { resource, entry: { kind: 'folder' } }
  const isForbidden = findChild(response, 'propstat') === undefined
  if (isForbidden) return { resource, entry: { kind: 'special' } }
  return { resource, entry: { kind: 'file', ...(facts ? { facts } : {}) } }
}

/** Drops entries with the same reference; the first one is kept. */
function removeDuplicates(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<Ref>()
  return entries.filter(({ ref }) => !seen.has(ref) && seen.add(ref))
}

function parseResource(response: XmlElement): Resource {
  const found = response.children
    .filter(({ name }) => name === 'propstat')
    .filter((propstat) => /^(?:HTTP\/[\d.]+ 2\d\d|$)/.test(readText(propstat, 'status') ?? ''))
    .flatMap((propstat) => findChild(propstat, 'prop')?.children ?? [])
  const props: XmlElement = { name: 'prop', text: '', children: found }
  const etag = readText(props, 'getetag')
  return {
    isFolder: findChild(findChild(props, 'resourcetype'), 'collection') !== undefined,
    facts: parseFacts(props, etag),
    etag: etag === '' ? undefined : etag,
    usedBytes: parseNumber(props, 'quota-used-bytes'),
    availableBytes: parseNumber(props, 'quota-available-bytes'),
  }
}

function parseFacts(props: XmlElement, etag: string | undefined): FileFacts | undefined {
  const sizeBytes = parseNumber(props, 'getcontentlength')
  if (sizeBytes === undefined) return undefined
  const modified = Date.parse(readText(props, 'getlastmodified') ?? '')
  const modifiedAt = new Date(Number.isNaN(modified) ? 0 : modified).toISOString()
  return { sizeBytes, modifiedAt, changedMs: null, ...(etag ? { hash: `etag:${etag}` } : {}) }
}

function parseNumber(props: XmlElement, name: string): number | undefined {
  const text = readText(props, name) ?? ''
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

const decodedParts = (url: URL): readonly string[] =>
  url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodePart(part).name)

/** Returns the name of the URL's last folder, or the host name. */
export const rootName = (url: URL): string => lastPart(decodedParts(url).join('/')) || url.hostname

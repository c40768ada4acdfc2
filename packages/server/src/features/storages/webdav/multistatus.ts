/** Parses what a WebDAV server says of a folder or a file: the response to PROPFIND (RFC 4918 §14.16). */
import { isSafeName, joinPath, lastPart } from '../path.rules.ts'
import { childOf, readXml, textOf, type XmlElement, XmlError } from '../remote/xml.rules.ts'
import { type Entry, type FileFacts, type Ref, StorageError } from '../storage.ts'

export interface Resource {
  readonly isFolder: boolean
  /** It is undefined where the server gives no size, or one that is none. */
  readonly facts: FileFacts | undefined
  /** The ETag as the server has it, quotes and `W/` included. */
  readonly etag: string | undefined
  readonly usedBytes: number | undefined
  readonly availableBytes: number | undefined
}

export interface Listing {
  /** The resource of the request; every response has it, so that one about something else is none. */
  readonly self: Resource
  readonly entries: readonly Entry[]
}

/**
 * `url` is the address that responded, `ref` what it is called below the root. Throws `damaged` for what is no response
 * about it.
 */
export function readMultistatus(document: string, { ref, url }: { ref: Ref; url: URL }): Listing {
  let self: Resource | undefined
  const entries: Entry[] = []
  try {
    for (const response of readXml(document, 'multistatus')) {
      const href = textOf(response, 'href')
      if (response.name !== 'response' || href === undefined) continue
      const target = targetOf(href, url)
      if (target === 'self') self = resourceOf(response)
      else if (target !== 'deeper') entries.push(entryOf(ref, target, response))
    }
  } catch (cause) {
    if (cause instanceof XmlError) throw new StorageError('damaged', { cause })
    throw cause
  }
  if (!self) throw new StorageError('damaged', { cause: 'the response is about something else' })
  return { self, entries: withoutTwins(entries) }
}

interface Name {
  readonly name: string
  readonly isSafe: boolean
}

/**
 * Returns where an href leads: only its path counts, since servers behind a proxy know neither their scheme nor their host. Nothing
 * is ever requested at an href: a request is made of the names alone.
 */
function targetOf(href: string, url: URL): 'self' | 'deeper' | Name {
  const parts = partsOf(url)
  const path = href.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
  const isRelative = path === href && !path.startsWith('/')
  if (isRelative && path === '') return 'self'
  const base = isRelative ? (url.pathname.endsWith('/') ? parts : parts.slice(0, -1)) : []
  const own = path.replace(isRelative ? /^\.\// : /^\/+/, '').replace(/\/+$/, '')
  const named = base.map((name): Name => ({ name, isSafe: true }))
  if (own !== '') named.push(...own.split('/').map(decodePart))
  const isBelow = parts.every((part, at) => named[at]?.name === part)
  const last = named[parts.length]
  if (isBelow && !last) return 'self'
  if (isBelow && last && named.length === parts.length + 1) return last
  if (isBelow && named.every(({ isSafe }) => isSafe)) return 'deeper'
  return { name: own.split('/').at(-1) ?? '', isSafe: false }
}

/** Servers that do not encode leave a `%` as it is; bytes that are no UTF-8 are no name. */
function decodePart(part: string): Name {
  try {
    const name = decodeURIComponent(part)
    return { name, isSafe: isSafeName(name) && name.isWellFormed() }
  } catch {
    const isPlain = /%(?![\da-f]{2})/i.test(part)
    return { name: part, isSafe: isPlain && isSafeName(part) }
  }
}

function entryOf(folder: Ref, { name, isSafe }: Name, response: XmlElement): Entry {
  const ref = joinPath(folder, name)
  if (!isSafe) return { ref, name, kind: 'invalidName' }
  const { isFolder, facts } = resourceOf(response)
  if (isFolder) return { ref, name, kind: 'folder' }
  const isForbidden = childOf(response, 'propstat') === undefined
  if (isForbidden) return { ref, name, kind: 'special' }
  return { ref, name, kind: 'file', ...(facts ? { facts } : {}) }
}

/** A name that is reported twice is one thing: the first counts. */
function withoutTwins(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<Ref>()
  return entries.filter(({ ref }) => !seen.has(ref) && seen.add(ref))
}

function resourceOf(response: XmlElement): Resource {
  const found = response.children
    .filter(({ name }) => name === 'propstat')
    .filter((propstat) => /^(?:HTTP\/[\d.]+ 2\d\d|$)/.test(textOf(propstat, 'status') ?? ''))
    .flatMap((propstat) => childOf(propstat, 'prop')?.children ?? [])
  const props: XmlElement = { name: 'prop', text: '', children: found }
  const etag = textOf(props, 'getetag')
  return {
    isFolder: childOf(childOf(props, 'resourcetype'), 'collection') !== undefined,
    facts: factsOf(props, etag),
    etag: etag === '' ? undefined : etag,
    usedBytes: numberOf(props, 'quota-used-bytes'),
    availableBytes: numberOf(props, 'quota-available-bytes'),
  }
}

function factsOf(props: XmlElement, etag: string | undefined): FileFacts | undefined {
  const sizeBytes = numberOf(props, 'getcontentlength')
  if (sizeBytes === undefined) return undefined
  const modified = Date.parse(textOf(props, 'getlastmodified') ?? '')
  const modifiedAt = new Date(Number.isNaN(modified) ? 0 : modified).toISOString()
  return { sizeBytes, modifiedAt, changedMs: null, ...(etag ? { hash: `etag:${etag}` } : {}) }
}

function numberOf(props: XmlElement, name: string): number | undefined {
  const text = textOf(props, name) ?? ''
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** The decoded parts of the path of an address. */
const partsOf = (url: URL): readonly string[] =>
  url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodePart(part).name)

export const nameOfRoot = (url: URL): string => lastPart(partsOf(url).join('/')) || url.hostname

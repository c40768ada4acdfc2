/** Parses responses of S3-compatible servers: ListObjectsV2 and errors. */
import type { OutboundResponse } from '../../../lib/outbound.ts'
import { isSafeName, joinPath } from '../path.rules.ts'
import { toStatusError } from '../remote/reach.ts'
import { readText, readXml, type XmlElement, XmlError } from '../remote/xml.rules.ts'
import { type Entry, type FileFacts, type Ref, StorageError, type StorageFault } from '../storage.ts'

export interface S3Object {
  readonly key: string
  readonly facts: FileFacts
  readonly etag: string
}

export interface BucketPage {
  readonly objects: readonly S3Object[]
  /** Each ends with a slash. */
  readonly prefixes: readonly string[]
  readonly next: NextPage | undefined
}

/** Version 1 of the listing continues after a key. */
export type NextPage =
  | { readonly type: 'token'; readonly value: string }
  | { readonly type: 'marker'; readonly value: string }

/** A page with prefixes as they were sent: encoded by Amazon, but not by Ceph-based servers. */
export interface RawBucketPage extends BucketPage {
  /** Whether the server declares names as encoded. */
  readonly isEncoded: boolean
}

/** Throws `damaged` if the document is not a listing. */
export function parseBucketPage(document: string): RawBucketPage {
  const objects: XmlElement[] = []
  const prefixes: string[] = []
  const cursors = new Map<string, string>()
  try {
    for (const child of readXml(document, 'ListBucketResult')) {
      if (child.name === 'Contents') objects.push(child)
      // A key may begin or end with a space, so it is not trimmed.
      else if (child.name === 'CommonPrefixes') prefixes.push(readRawText(child, 'Prefix'))
      else cursors.set(child.name, child.text.trim())
    }
  } catch (cause) {
    if (cause instanceof XmlError) throw new StorageError('damaged', { cause })
    throw cause
  }
  const isEncoded = cursors.get('EncodingType') === 'url'
  const listed = objects.map((child) => toObject(child, isEncoded ? decodeKey : (key) => key))
  const isCut = cursors.get('IsTruncated') === 'true'
  const next = isCut ? findNextPage(cursors, { objects: listed, prefixes, isEncoded }) : undefined
  return { objects: listed, prefixes, next, isEncoded }
}

/**
 * Returns where the next page begins. A server that only knows version 1 ignores `list-type`: it names the last key or prefix as
 * `NextMarker`; if it does not, the last of both is the marker (rclone, backend/s3: list_version 1 and NextMarker).
 */
function findNextPage(
  cursors: ReadonlyMap<string, string>,
  { objects, prefixes, isEncoded }: Pick<RawBucketPage, 'objects' | 'prefixes' | 'isEncoded'>,
): NextPage {
  const token = cursors.get('NextContinuationToken')
  if (token) return { type: 'token', value: token }
  const marker = cursors.get('NextMarker')
  const last = [...objects.map(({ key }) => key), ...prefixes].reduce(greaterKey, '')
  const value = marker ? ((isEncoded ? decodeName(marker) : marker) ?? marker) : last
  if (value === '') throw new StorageError('damaged', { cause: 'a page that leads nowhere' })
  return { type: 'marker', value }
}

const greaterKey = (a: string, b: string) => (Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? b : a)

/**
 * Returns whether the prefixes of a page are encoded; undefined if both readings are possible. Ceph-based servers do not encode them
 * although they say so (https://tracker.ceph.com/issues/41870; rclone, backend/s3/s3.go at CommonPrefixes).
 */
export function arePrefixesEncoded(prefixes: readonly string[], requested: string): boolean | undefined {
  for (const prefix of prefixes) {
    const decoded = decodeName(prefix)
    const isPlain = /^[\w.~*/+%!'()-]*$/.test(prefix)
    if (decoded === undefined || !isPlain) return false
    const [asSent, asDecoded] = [prefix.startsWith(requested), decoded.startsWith(requested)]
    if (asSent !== asDecoded) return asDecoded
  }
  return undefined
}

/** Decodes form encoding, in which a plus is a space; returns undefined if the name is not valid UTF-8. */
export function decodeName(name: string): string | undefined {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** Returns the ETag in lower case, without quotes and `W/`: proxies make ETags weak, and servers omit quotes. */
export const bareEtag = (etag: string): string =>
  etag.trim().replace(/^W\//i, '').replaceAll('"', '').toLowerCase()

const readRawText = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text ?? ''

function decodeKey(key: string): string {
  const decoded = decodeName(key)
  if (decoded === undefined) throw new StorageError('damaged', { cause: 'a key that is not UTF-8' })
  return decoded
}

function toObject(child: XmlElement, decode: (key: string) => string): S3Object {
  const size = readText(child, 'Size') ?? ''
  const sizeBytes = /^\d{1,16}$/.test(size) ? Number(size) : Number.NaN
  const modified = Date.parse(readText(child, 'LastModified') ?? '')
  // The case is kept, because the server compares it in `If-Match`.
  const etag = `"${(readText(child, 'ETag') ?? '').replace(/^W\//, '').replaceAll('"', '')}"`
  if (!Number.isSafeInteger(sizeBytes) || Number.isNaN(modified) || etag === '""') {
    throw new StorageError('damaged', { cause: 'an object without size, time or ETag' })
  }
  const modifiedAt = new Date(modified).toISOString()
  const facts = { sizeBytes, modifiedAt, changedMs: null, hash: `etag:${etag}` }
  return { key: decode(readRawText(child, 'Key')), facts, etag }
}

/** Returns the entries directly in the folder whose keys begin with `prefix`. An object with exactly that key is only a folder marker. */
export function toEntries(folder: Ref, prefix: string, { objects, prefixes }: BucketPage): readonly Entry[] {
  const entryOf = (key: string, of: Pick<Entry, 'kind' | 'facts'>): Entry => {
    const name = key.slice(prefix.length).replace(/\/$/, '')
    const isValid = key.startsWith(prefix) && isSafeName(name) && name.isWellFormed()
    return { ref: joinPath(folder, name), name, ...(isValid ? of : { kind: 'invalidName' }) }
  }
  return [
    ...prefixes.map((key) => entryOf(key, { kind: 'folder' })),
    ...objects
      .filter(({ key }) => key !== prefix)
      .map(({ key, facts }) => entryOf(key, { kind: 'file', facts })),
  ]
}

export interface S3Failure {
  readonly error: StorageError
  /** The server does not support version 2 of the listing. */
  readonly isUnknown: boolean
  /** The server's clock, if it rejected this server's. */
  readonly serverTime: number | undefined
}

const faultsByCode: Readonly<Record<string, StorageFault>> = {
  AccessDenied: 'forbidden',
  AccountProblem: 'revoked',
  AllAccessDisabled: 'revoked',
  ExpiredToken: 'revoked',
  InvalidAccessKeyId: 'revoked',
  InvalidToken: 'revoked',
  SignatureDoesNotMatch: 'revoked',
  AuthorizationHeaderMalformed: 'unavailable',
  NoSuchBucket: 'unavailable',
  NoSuchKey: 'notFound',
  PermanentRedirect: 'unavailable',
  RequestTimeTooSkewed: 'unavailable',
  InvalidObjectState: 'forbidden',
  SlowDown: 'rateLimited',
  TooManyRequests: 'rateLimited',
}

export function toS3Failure({
  status,
  headers,
  body,
}: Pick<OutboundResponse, 'status' | 'headers' | 'body'>): S3Failure {
  const code = parseErrorCode(body.subarray(0, 65_536).toString('utf8'))
  const plain = toStatusError({ status, headers })
  const fault = faultsByCode[code] ?? (plain.fault === 'notFound' ? 'unavailable' : plain.fault)
  const retryAfterMs = plain.retryAfterMs ?? (fault === 'rateLimited' ? defaultWaitMs : undefined)
  const isSkewed = code === 'RequestTimeTooSkewed'
  const serverTime = isSkewed ? Date.parse(headers.date ?? '') : Number.NaN
  return {
    error: new StorageError(fault, { retryAfterMs, cause: `HTTP ${status} ${code}` }),
    isUnknown: status === 501 || (status === 400 && /^(?:InvalidArgument|NotImplemented)$/.test(code)),
    serverTime: Number.isNaN(serverTime) ? undefined : serverTime,
  }
}

const defaultWaitMs = 5_000

function parseErrorCode(document: string): string {
  try {
    for (const { name, text } of readXml(document, 'Error')) if (name === 'Code') return text.trim()
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
  }
  return ''
}

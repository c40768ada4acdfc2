/** Parses what an S3-compatible server says of a bucket: the response to ListObjectsV2, and its errors. */
import type { Received } from '../../../lib/outbound.ts'
import { isSafeName, joinPath } from '../path.rules.ts'
import { statusErrorOf } from '../remote/reach.ts'
import { readXml, textOf, type XmlElement, XmlError } from '../remote/xml.rules.ts'
import { type Entry, type FileFacts, type Ref, StorageError, type StorageFault } from '../storage.ts'

export interface S3Object {
  readonly key: string
  readonly facts: FileFacts
  /** The ETag with its quotes. */
  readonly etag: string
}

export interface BucketPage {
  readonly objects: readonly S3Object[]
  /** Each with the slash at its end. */
  readonly prefixes: readonly string[]
  readonly next: string | undefined
}

/** Throws `damaged` for what is no listing. */
export function readBucketPage(document: string): BucketPage {
  const objects: XmlElement[] = []
  const prefixes: string[] = []
  const cursors = new Map<string, string>()
  try {
    for (const child of readXml(document, 'ListBucketResult')) {
      if (child.name === 'Contents') objects.push(child)
      // A key may begin or end with a space, so texts of keys are taken as they are.
      else if (child.name === 'CommonPrefixes') prefixes.push(rawOf(child, 'Prefix'))
      else cursors.set(child.name, child.text.trim())
    }
  } catch (cause) {
    if (cause instanceof XmlError) throw new StorageError('damaged', { cause })
    throw cause
  }
  const decode = cursors.get('EncodingType') === 'url' ? decodeKey : (key: string) => key
  const isCut = cursors.get('IsTruncated') === 'true'
  const next = cursors.get('NextContinuationToken')
  if (isCut && !next) throw new StorageError('damaged', { cause: 'a page that leads nowhere' })
  return {
    objects: objects.map((child) => objectOf(child, decode)),
    prefixes: prefixes.map(decode),
    next: isCut ? next : undefined,
  }
}

const rawOf = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text ?? ''

/** Form encoding: a space is a plus. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch (cause) {
    throw new StorageError('damaged', { cause })
  }
}

function objectOf(child: XmlElement, decode: (key: string) => string): S3Object {
  const size = textOf(child, 'Size') ?? ''
  const sizeBytes = /^\d{1,16}$/.test(size) ? Number(size) : Number.NaN
  const modified = Date.parse(textOf(child, 'LastModified') ?? '')
  const etag = `"${(textOf(child, 'ETag') ?? '').replaceAll('"', '')}"`
  if (!Number.isSafeInteger(sizeBytes) || Number.isNaN(modified) || etag === '""') {
    throw new StorageError('damaged', { cause: 'an object without size, time or ETag' })
  }
  const modifiedAt = new Date(modified).toISOString()
  const facts = { sizeBytes, modifiedAt, changedMs: null, hash: `etag:${etag}` }
  return { key: decode(rawOf(child, 'Key')), facts, etag }
}

/** Lists what lies directly in the folder whose keys begin with `prefix`. An object of that very key only keeps the folder. */
export function entriesOf(folder: Ref, prefix: string, { objects, prefixes }: BucketPage): readonly Entry[] {
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
  /** The server's clock, where it refuses ours. */
  readonly serverTime: number | undefined
}

const faultOfCode: Readonly<Record<string, StorageFault>> = {
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

/** Returns what a response means that is none of success. */
export function s3FailureOf({
  status,
  headers,
  body,
}: Pick<Received, 'status' | 'headers' | 'body'>): S3Failure {
  const code = codeOf(body.subarray(0, 65_536).toString('utf8'))
  const plain = statusErrorOf({ status, headers })
  const fault = faultOfCode[code] ?? (plain.fault === 'notFound' ? 'unavailable' : plain.fault)
  const retryAfterMs = plain.retryAfterMs ?? (fault === 'rateLimited' ? usualWaitMs : undefined)
  const isSkewed = code === 'RequestTimeTooSkewed'
  const serverTime = isSkewed ? Date.parse(headers.date ?? '') : Number.NaN
  return {
    error: new StorageError(fault, { retryAfterMs, cause: `HTTP ${status} ${code}` }),
    serverTime: Number.isNaN(serverTime) ? undefined : serverTime,
  }
}

const usualWaitMs = 5_000

function codeOf(document: string): string {
  try {
    for (const { name, text } of readXml(document, 'Error')) if (name === 'Code') return text.trim()
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
  }
  return ''
}

/** A bucket, or a prefix of it, as a storage. References are keys below the prefix. */
import { isSafePath, lastPart } from '../path.rules.ts'
import { createRemote, type StorageConnection } from '../remote/reach.ts'
import { openRemoteFile } from '../remote/remote-file.ts'
import {
  type FileFacts,
  type Health,
  type OpenFile,
  OutsideError,
  type Ref,
  type Storage,
  StorageError,
} from '../storage.ts'
import {
  arePrefixesEncoded,
  type BucketPage,
  bareEtag,
  decodeName,
  parseBucketPage,
  type RawBucketPage,
  type S3Object,
  toEntries,
  toS3Failure,
} from './bucket-listing.ts'
import { type S3Target, signLink, signRequest } from './sign.rules.ts'

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`, `http://nas:9000`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Path prefix of all keys; `''` for the whole bucket. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether the bucket is the first part of the path instead of the host name. */
  readonly pathStyle: boolean
}

/** A player that pauses for longer requests a new link. */
const linkSeconds = 15 * 60

export function openS3Storage(settings: S3Settings, reach: StorageConnection): Storage {
  const bucket = openBucket(settings, reach)
  const find = async (ref: Ref): Promise<S3Object | undefined> => {
    const key = bucket.keyOf(ref)
    // The key itself sorts before all longer keys that begin with it.
    const { objects } = await bucket.page({ prefix: key, 'max-keys': '1' })
    return objects.find((object) => object.key === key)
  }
  const isFolder = async (ref: Ref) => {
    const { objects } = await bucket.page({ prefix: bucket.prefixOf(ref), 'max-keys': '1' })
    return ref === '' || objects.length > 0
  }
  return {
    capabilities: {
      addressing: 'path',
      listsFacts: true,
      links: 'redirect',
      hasChanges: false,
      limits: { account: `${settings.accessKeyId}@${settings.endpoint}`, parallel: 8 },
    },
    root: '',
    name: lastPart(settings.prefix.replace(/\/+$/, '')) || settings.bucket,
    list: async (folder, page) => {
      const prefix = bucket.prefixOf(folder)
      const found = await bucket.page({ prefix, delimiter: '/', ...(page ? pageQuery(page) : {}) })
      const isEmpty = found.objects.length === 0 && found.prefixes.length === 0
      if (isEmpty && page === undefined && folder !== '') throw new StorageError('notFound')
      const { next } = found
      return { entries: toEntries(folder, prefix, found), next: next && `${next.type}:${next.value}` }
    },
    stat: async (ref) => {
      const object = ref === '' ? undefined : await find(ref)
      if (object) return { ref, kind: 'file', facts: object.facts }
      if (await isFolder(ref)) return { ref, kind: 'folder', facts: noFacts }
      throw new StorageError('notFound')
    },
    open: async (ref) => openObject(bucket, ref, await find(ref)),
    link: async (ref) => {
      if (ref === '' || !(await find(ref))) throw new StorageError('notFound')
      return bucket.link(ref)
    },
    health: () => checkHealth(() => isFolder('')),
  }
}

const pageQuery = (page: string): Readonly<Record<string, string>> => {
  const at = page.indexOf(':')
  const value = page.slice(at + 1)
  return page.slice(0, at) === 'marker' ? { marker: value } : { 'continuation-token': value }
}

function openObject(bucket: Bucket, ref: Ref, object: S3Object | undefined): OpenFile {
  if (!object || ref === '') throw new StorageError('notFound')
  const { facts, etag } = object
  return openRemoteFile({
    sizeBytes: facts.sizeBytes,
    modifiedAt: new Date(facts.modifiedAt),
    etag,
    request: async ({ start, end }, signal) => {
      const range = `bytes=${start}-${end}`
      if (!bucket.comparesEtags()) return bucket.get(ref, { range }, signal)
      const response = await bucket.get(ref, { range, 'if-match': etag }, signal)
      // 501: not implemented. 412: the object changed, or a proxy made the ETag weak, which never matches (RFC 9110 §13.1.1).
      if (response.status !== 501 && response.status !== 412) return response
      response.body.on('error', () => undefined).destroy()
      if (response.status === 501) bucket.comparesNoEtags()
      return bucket.get(ref, { range }, signal)
    },
    confirm: ({ headers }) => {
      if (bareEtag(headers.etag ?? '') !== bareEtag(etag))
        throw new StorageError('damaged', { cause: 'the object changed' })
    },
  })
}

const noFacts: FileFacts = { sizeBytes: 0, modifiedAt: new Date(0).toISOString(), changedMs: null }

type Bucket = ReturnType<typeof openBucket>

function openBucket(settings: S3Settings, reach: StorageConnection) {
  const remote = createRemote({ ...reach, destination: 's3' })
  const { origin, base } = resolveAddress(settings)
  const above = settings.prefix.replace(/^\/+|\/+$/g, '')
  /** Milliseconds by which the server's clock is ahead. */
  let clockSkewMs = 0
  const now = () => new Date(Date.now() + clockSkewMs)
  const keyOf = (ref: Ref): string => {
    if (!isSafePath(ref) || !ref.isWellFormed()) throw new OutsideError()
    return above === '' || ref === '' ? above + ref : `${above}/${ref}`
  }
  const targetOf = (ref: Ref): S3Target => ({ origin, path: `${base}/${keyOf(ref)}` })
  const sign = (target: S3Target, headers: Readonly<Record<string, string>> = {}) => {
    const signed = signRequest(target, { key: settings, now: now(), headers })
    return { ...signed, headers: { ...signed.headers, 'accept-encoding': 'identity' }, redirects: 0 }
  }

  /** Learned from responses: deviations of Ceph-based and old servers. */
  let version: '1' | '2' = '2'
  let encodesPrefixes: boolean | undefined
  let comparesEtags = true

  const read = async (query: Readonly<Record<string, string>>, isAgain = false): Promise<RawBucketPage> => {
    const isOld = version === '1' || query.marker !== undefined
    const all = { ...(isOld ? {} : { 'list-type': '2' }), 'encoding-type': 'url', ...query }
    const received = await remote.send({ ...sign({ origin, path: base || '/', query: all }), method: 'GET' })
    if (received.status === 200) return parseBucketPage(received.body.toString('utf8'))
    const { error, serverTime, isUnknown } = toS3Failure(received)
    if (isUnknown && !isOld && query['continuation-token'] === undefined) {
      version = '1'
      return read(query, isAgain)
    }
    if (isAgain || serverTime === undefined) throw error
    clockSkewMs = serverTime - Date.now()
    return read(query, true)
  }
  const page = async (query: Readonly<Record<string, string>>): Promise<BucketPage> => {
    const found = await read(query)
    const { prefixes, isEncoded } = found
    if (!isEncoded || !(await areEncoded(prefixes, query.prefix ?? ''))) return found
    return { ...found, prefixes: prefixes.map((prefix) => decodeName(prefix) ?? prefix) }
  }
  const areEncoded = async (prefixes: readonly string[], requested: string): Promise<boolean> => {
    encodesPrefixes ??= arePrefixesEncoded(prefixes, requested)
    // A `+` or an escape may be part of a name. The reading under which keys exist is right.
    for (const prefix of prefixes.slice(0, encodesPrefixes === undefined ? undefined : 0)) {
      const decoded = decodeName(prefix)
      if (decoded === undefined || decoded === prefix) continue
      const [asSent, asDecoded] = await Promise.all([prefix, decoded].map(hasKeys))
      if (asSent !== asDecoded) encodesPrefixes = asDecoded
      break
    }
    return encodesPrefixes ?? true
  }
  const hasKeys = async (prefix: string | undefined) =>
    (await read({ prefix: prefix ?? '', 'max-keys': '1' })).objects.length > 0
  return {
    keyOf,
    page,
    comparesEtags: () => comparesEtags,
    comparesNoEtags: () => {
      comparesEtags = false
    },
    prefixOf: (ref: Ref): string => (keyOf(ref) === '' ? '' : `${keyOf(ref)}/`),
    get: (ref: Ref, headers: Readonly<Record<string, string>>, signal: AbortSignal) =>
      remote.stream(sign(targetOf(ref), headers), signal),
    link: (ref: Ref) => ({
      url: signLink(targetOf(ref), { key: settings, now: now(), seconds: linkSeconds }),
      headers: {},
      expiresAt: Date.now() + linkSeconds * 1000,
    }),
  }
}

/** Returns the origin of the bucket, and the path before its keys. */
function resolveAddress({ endpoint, bucket, pathStyle }: S3Settings): {
  readonly origin: string
  readonly base: string
} {
  const url = new URL(endpoint)
  const above = decodeURIComponent(url.pathname.replace(/\/+$/, ''))
  if (pathStyle) return { origin: url.origin, base: `${above}/${bucket}` }
  return { origin: `${url.protocol}//${bucket}.${url.host}`, base: above }
}

async function checkHealth(look: () => Promise<unknown>): Promise<Health> {
  try {
    await look()
    return { state: 'available', space: undefined }
  } catch (error) {
    return { state: error instanceof StorageError ? error.fault : 'damaged', space: undefined }
  }
}

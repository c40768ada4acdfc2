/** A bucket, or what lies below a prefix of it, as a storage. References are keys below the prefix. */
import { isSafePath, lastPart } from '../path.rules.ts'
import { createRemote, type StorageReach } from '../remote/reach.ts'
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
import { type BucketPage, entriesOf, readBucketPage, type S3Object, s3FailureOf } from './bucket-listing.ts'
import { type S3Target, signLink, signRequest } from './sign.rules.ts'

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`, `http://nas:9000`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** The prefix of all keys of the storage, as a path; `''` is the whole bucket. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether the bucket is the first part of the path, and not of the host. */
  readonly pathStyle: boolean
}

/** A listener that stops for longer sends another request. */
const linkSeconds = 15 * 60

export function openS3Storage(settings: S3Settings, reach: StorageReach): Storage {
  const bucket = openBucket(settings, reach)
  const find = async (ref: Ref): Promise<S3Object | undefined> => {
    const key = bucket.keyOf(ref)
    // No key with this beginning comes before this one.
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
      const found = await bucket.page({
        prefix,
        delimiter: '/',
        ...(page ? { 'continuation-token': page } : {}),
      })
      const isEmpty = found.objects.length === 0 && found.prefixes.length === 0
      if (isEmpty && page === undefined && folder !== '') throw new StorageError('notFound')
      return { entries: entriesOf(folder, prefix, found), next: found.next }
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
    health: () => healthOf(() => isFolder('')),
  }
}

function openObject(bucket: Bucket, ref: Ref, object: S3Object | undefined): OpenFile {
  if (!object || ref === '') throw new StorageError('notFound')
  const { facts, etag } = object
  return openRemoteFile({
    sizeBytes: facts.sizeBytes,
    modifiedAt: new Date(facts.modifiedAt),
    etag,
    request: ({ start, end }, signal) =>
      bucket.get(ref, { range: `bytes=${start}-${end}`, 'if-match': etag }, signal),
    confirm: ({ headers }) => {
      if (headers.etag !== etag) throw new StorageError('damaged', { cause: 'the object changed' })
    },
  })
}

const noFacts: FileFacts = { sizeBytes: 0, modifiedAt: new Date(0).toISOString(), changedMs: null }

type Bucket = ReturnType<typeof openBucket>

function openBucket(settings: S3Settings, reach: StorageReach) {
  const remote = createRemote(reach)
  const { origin, base } = addressOf(settings)
  const above = settings.prefix.replace(/^\/+|\/+$/g, '')
  /** The milliseconds by which the clock of the server is ahead of ours. */
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const keyOf = (ref: Ref): string => {
    if (!isSafePath(ref) || !ref.isWellFormed()) throw new OutsideError()
    return above === '' || ref === '' ? above + ref : `${above}/${ref}`
  }
  const targetOf = (ref: Ref): S3Target => ({ origin, path: `${base}/${keyOf(ref)}` })
  const sign = (target: S3Target, headers: Readonly<Record<string, string>> = {}) => {
    const signed = signRequest(target, { key: settings, now: now(), headers })
    return { ...signed, headers: { ...signed.headers, 'accept-encoding': 'identity' }, redirects: 0 }
  }

  const page = async (query: Readonly<Record<string, string>>, isAgain = false): Promise<BucketPage> => {
    const all = { 'list-type': '2', 'encoding-type': 'url', ...query }
    const received = await remote.send({ ...sign({ origin, path: base || '/', query: all }), method: 'GET' })
    if (received.status === 200) return readBucketPage(received.body.toString('utf8'))
    const { error, serverTime } = s3FailureOf(received)
    if (isAgain || serverTime === undefined) throw error
    ahead = serverTime - Date.now()
    return page(query, true)
  }
  return {
    keyOf,
    page,
    /** Returns the prefix of the keys of all that lies in a folder. */
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

/** Returns where the bucket is, and what paths of its keys begin with. */
function addressOf({ endpoint, bucket, pathStyle }: S3Settings): {
  readonly origin: string
  readonly base: string
} {
  const url = new URL(endpoint)
  const above = decodeURIComponent(url.pathname.replace(/\/+$/, ''))
  if (pathStyle) return { origin: url.origin, base: `${above}/${bucket}` }
  return { origin: `${url.protocol}//${bucket}.${url.host}`, base: above }
}

async function healthOf(look: () => Promise<unknown>): Promise<Health> {
  try {
    await look()
    return { state: 'available', space: undefined }
  } catch (error) {
    return { state: error instanceof StorageError ? error.fault : 'damaged', space: undefined }
  }
}

/** A folder of a WebDAV server as a storage. References are paths below it. */
import { createHash } from 'node:crypto'
import type { Received, ReceivedStream } from '../../../lib/outbound.ts'
import { isSafePath } from '../path.rules.ts'
import { createRemote, type StorageReach, statusErrorOf } from '../remote/reach.ts'
import { openRemoteFile } from '../remote/remote-file.ts'
import {
  type FileFacts,
  type Health,
  OutsideError,
  type Ref,
  type Storage,
  StorageError,
} from '../storage.ts'
import { type Listing, nameOfRoot, type Resource, readMultistatus } from './multistatus.ts'

export interface WebdavSettings {
  /** `https://nas.example/dav/voices`: the folder that is the root. */
  readonly url: string
  readonly user: string | null
  readonly password: string | null
}

const mostRedirects = 3

export function openWebdavStorage(settings: WebdavSettings, reach: StorageReach): Storage {
  const server = createServer(settings, reach)
  const stat = async (ref: Ref) => (await server.find(ref, '0')).self
  return {
    capabilities: {
      addressing: 'path',
      listsFacts: true,
      links: 'none',
      hasChanges: false,
      limits: { account: `${settings.user ?? ''}@${server.root.host}`, parallel: 4 },
    },
    root: '',
    name: nameOfRoot(server.root),
    list: async (folder) => {
      const { self, entries } = await server.find(folder, '1')
      if (!self.isFolder) throw new StorageError('notFound')
      return { entries, next: undefined }
    },
    stat: async (ref) => {
      const self = await stat(ref)
      if (self.isFolder) return { ref, kind: 'folder', facts: self.facts ?? noFacts }
      return { ref, kind: 'file', facts: factsOf(self) }
    },
    open: async (ref) => {
      const self = await stat(ref)
      if (self.isFolder) throw new StorageError('notFound')
      const { sizeBytes, modifiedAt } = factsOf(self)
      return openRemoteFile({
        sizeBytes,
        modifiedAt: new Date(modifiedAt),
        etag: strongEtagOf(self),
        request: ({ start, end }, signal) => server.get(ref, { range: `bytes=${start}-${end}` }, signal),
        confirm: createConfirm(self, () => stat(ref)),
      })
    },
    link: async () => undefined,
    health: () => healthOf(() => stat('')),
  }
}

const noFacts: FileFacts = { sizeBytes: 0, modifiedAt: new Date(0).toISOString(), changedMs: null }

/** A file without a size could be read to no end that anybody knows. */
function factsOf({ facts }: Resource): FileFacts {
  if (!facts) throw new StorageError('damaged', { cause: 'a file without a size' })
  return facts
}

interface WebdavServer {
  readonly root: URL
  readonly find: (ref: Ref, depth: '0' | '1') => Promise<Listing>
  readonly get: (
    ref: Ref,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<ReceivedStream>
}

function createServer({ url, user, password }: WebdavSettings, reach: StorageReach): WebdavServer {
  const remote = createRemote(reach)
  const root = new URL(url)
  const above = root.href.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const credentials = user === null ? {} : { authorization: basicOf(user, password ?? '') }
  const urlOf = (ref: Ref) => {
    if (!isSafePath(ref) || !ref.isWellFormed()) throw new OutsideError()
    return ref === '' ? above : `${above}/${ref.split('/').map(encodeURIComponent).join('/')}`
  }
  const propfind = (ref: Ref, depth: '0' | '1'): Promise<Received> =>
    remote.send({
      // The slash spares a redirect: what is listed is a folder.
      url: urlOf(ref) + (ref === '' || depth === '1' ? '/' : ''),
      method: 'PROPFIND',
      headers: { ...credentials, depth, 'content-type': 'application/xml; charset=utf-8' },
      body: ref === '' && depth === '0' ? quotaWanted : factsWanted,
      redirects: mostRedirects,
    })
  const find = async (ref: Ref, depth: '0' | '1'): Promise<Listing> => {
    const response = await propfind(ref, depth)
    if (response.status === 207) {
      const { body } = response
      return readMultistatus(body.toString('utf8'), { ref, url: new URL(response.url) })
    }
    const error = statusErrorOf(response)
    // Apache has no other word for a file that is requested as a folder.
    const isUnclear = response.status === 400 && depth === '1' && ref !== ''
    if (isUnclear && !(await find(ref, '0')).self.isFolder) throw new StorageError('notFound')
    if (error.fault !== 'notFound') throw error
    if (ref === '') throw new StorageError('unavailable', { cause: error })
    // Where the root itself is gone, that says nothing of the files that were in it.
    await find('', '0')
    throw error
  }
  return {
    root,
    find,
    get: (ref, headers, signal) => {
      const sent = { ...credentials, ...headers, 'accept-encoding': 'identity' }
      return remote.stream({ url: urlOf(ref), headers: sent, redirects: mostRedirects }, signal)
    },
  }
}

const basicOf = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const wanted = (properties: string) =>
  `<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop>${properties}</prop></propfind>`

const factsWanted = wanted('<resourcetype/><getcontentlength/><getlastmodified/><getetag/>')
const quotaWanted = wanted('<resourcetype/><quota-used-bytes/><quota-available-bytes/>')

/** A weak ETag promises too little; size and time with it say more than any of them alone. */
function strongEtagOf({ etag, facts }: Resource): string {
  if (etag !== undefined && /^"[^"]+"$/.test(etag)) return etag
  const stated = JSON.stringify([etag, facts?.sizeBytes, facts?.modifiedAt])
  return `"${createHash('sha256').update(stated).digest('base64url').slice(0, 22)}"`
}

/**
 * The first response has to be of the file that was opened, and all others of the same bytes as the first. Some servers have
 * another ETag in a listing than in a response: then the listing is requested again, and has to say what it said.
 */
function createConfirm(opened: Resource, again: () => Promise<Resource>) {
  let first: string | undefined
  return async ({ headers, status }: ReceivedStream): Promise<void> => {
    const { etag = '', 'last-modified': modified = '' } = headers
    const isSame = bareEtag(etag) === bareEtag(opened.etag ?? '') && etag !== ''
    const validator = `${bareEtag(etag)} ${modified}`
    if (first === undefined && !isSame) {
      const now = await again()
      if (
        now.etag !== opened.etag ||
        now.facts?.modifiedAt !== opened.facts?.modifiedAt ||
        now.facts?.sizeBytes !== opened.facts?.sizeBytes
      )
        throw new StorageError('damaged', { cause: `the file changed (HTTP ${status})` })
    }
    first ??= validator
    if (first !== validator)
      throw new StorageError('damaged', { cause: 'the file changed while it was read' })
  }
}

/** Returns an ETag without what servers and proxies add to an ETag of the same bytes. */
const bareEtag = (etag: string) => etag.replace(/^W\//, '').replace(/(?:-gzip|;gzip)?"$/, '"')

async function healthOf(look: () => Promise<Resource>): Promise<Health> {
  try {
    const { usedBytes, availableBytes, isFolder } = await look()
    if (!isFolder) return { state: 'unavailable', space: undefined }
    if (usedBytes === undefined || availableBytes === undefined)
      return { state: 'available', space: undefined }
    return { state: 'available', space: { usedBytes, totalBytes: usedBytes + availableBytes } }
  } catch (error) {
    return { state: error instanceof StorageError ? error.fault : 'damaged', space: undefined }
  }
}

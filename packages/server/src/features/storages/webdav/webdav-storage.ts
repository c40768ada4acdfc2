import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { OutboundResponse, OutboundStream } from '../../../lib/outbound.ts'
import { isSafePath } from '../path.rules.ts'
import { createRemote, type StorageConnection, toStatusError } from '../remote/reach.ts'
import { openRemoteFile } from '../remote/remote-file.ts'
import {
  type FileFacts,
  type Health,
  OutsideError,
  type Page,
  type Ref,
  type Storage,
  StorageError,
} from '../storage.ts'
import { createAuthorization } from './authorization.ts'
import { parseMultistatus, type Resource, rootName } from './multistatus.ts'
import { findNextPage } from './next-page.ts'

export interface WebdavSettings {
  /** URL of the root folder: `https://nas.example/dav/voices`. */
  readonly url: string
  readonly user: string | null
  readonly password: string | null
  /** Whether an administrator allows redirects of files from https to http. No credentials are sent there. */
  readonly allowsHttpRedirects?: boolean
}

const maxRedirects = 3

export function openWebdavStorage(settings: WebdavSettings, reach: StorageConnection): Storage {
  const server = createServer(settings, reach)
  const { stat } = server
  return {
    capabilities: {
      addressing: 'path',
      listsFacts: true,
      links: 'none',
      hasChanges: false,
      limits: { account: `${settings.user ?? ''}@${server.root.host}`, parallel: 4 },
    },
    root: '',
    name: rootName(server.root),
    list: server.list,
    stat: async (ref) => {
      const self = await stat(ref)
      if (self.isFolder) return { ref, kind: 'folder', facts: self.facts ?? noFacts }
      return { ref, kind: 'file', facts: requireFacts(self) }
    },
    open: async (ref) => {
      const self = await stat(ref)
      if (self.isFolder) throw new StorageError('notFound')
      const { sizeBytes, modifiedAt } = requireFacts(self)
      return openRemoteFile({
        sizeBytes,
        modifiedAt: new Date(modifiedAt),
        etag: toStrongEtag(self),
        request: ({ start, end }, signal) => server.get(ref, { range: `bytes=${start}-${end}` }, signal),
        confirm: createConfirm(self, () => stat(ref)),
      })
    },
    link: async () => undefined,
    health: () => checkHealth(() => stat('')),
  }
}

const noFacts: FileFacts = { sizeBytes: 0, modifiedAt: new Date(0).toISOString(), changedMs: null }

/** Throws if the file has no size, since it could not be read to a known end. */
function requireFacts({ facts }: Resource): FileFacts {
  if (!facts) throw new StorageError('damaged', { cause: 'a file without a size' })
  return facts
}

interface WebdavServer {
  readonly root: URL
  readonly stat: (ref: Ref) => Promise<Resource>
  readonly list: (folder: Ref, page: string | undefined) => Promise<Page>
  readonly get: (
    ref: Ref,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<OutboundStream>
}

function createServer(settings: WebdavSettings, reach: StorageConnection): WebdavServer {
  const remote = createRemote({ ...reach, destination: 'webdav' })
  const root = new URL(settings.url)
  const above = root.href.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const send = createSender(settings, root.origin)
  const urlOf = (ref: Ref) => {
    if (!isSafePath(ref) || !ref.isWellFormed()) throw new OutsideError()
    return ref === '' ? above : `${above}/${ref.split('/').map(encodeURIComponent).join('/')}`
  }
  const propfind = (start: string, { depth, body }: { readonly depth: '0' | '1'; readonly body: string }) =>
    send({ start, method: 'PROPFIND' }, (url, credentials) =>
      remote.send({
        url,
        method: 'PROPFIND',
        headers: { ...credentials, depth, 'content-type': 'application/xml; charset=utf-8' },
        body,
        redirects: 'given',
      }),
    )
  const stat = async (ref: Ref): Promise<Resource> => {
    const body = ref === '' ? quotaBody : factsBody
    const response = await propfind(urlOf(ref) + (ref === '' ? '/' : ''), { depth: '0', body })
    if (response.status !== 207) return fail(ref, response)
    const { self } = parseMultistatus(response.body.toString('utf8'), { ref, url: new URL(response.url) })
    if (!self) throw new StorageError('damaged', { cause: 'the response is about something else' })
    return self
  }
  const fail = async (ref: Ref, response: OutboundResponse): Promise<never> => {
    const error = toWebdavError(response)
    if (error.fault !== 'notFound') throw error
    if (ref === '') throw new StorageError('unavailable', { cause: error })
    // If the root itself is missing, nothing is known about the files in it.
    await stat('')
    throw error
  }
  return {
    root,
    stat,
    list: async (folder, page) => {
      // The trailing slash avoids a redirect.
      const address = `${urlOf(folder)}/`
      if (page !== undefined && new URL(page).origin !== root.origin) throw new OutsideError()
      const response = await propfind(page ?? address, { depth: '1', body: factsBody })
      if (response.status !== 207) {
        // Apache responds with 400 if a file is requested as a folder.
        const isUnclear = response.status === 400 && folder !== ''
        if (isUnclear && !(await stat(folder)).isFolder) throw new StorageError('notFound')
        return fail(folder, response)
      }
      const url = new URL(page === undefined ? response.url : address)
      const { self, entries } = parseMultistatus(response.body.toString('utf8'), { ref: folder, url })
      const isSaid = self ?? (entries.length > 0 ? undefined : await stat(folder))
      if (isSaid && !isSaid.isFolder) throw new StorageError('notFound')
      // On later pages, a response without content would truncate the listing.
      if (page !== undefined && !self && entries.length === 0)
        throw new StorageError('damaged', { cause: 'a page without content' })
      return { entries, next: findNextPage(response.headers.link, new URL(response.url))?.href }
    },
    get: async (ref, headers, signal) => {
      const response = await send({ start: urlOf(ref), method: 'GET' }, (url, credentials) =>
        remote.stream(
          { url, headers: { ...credentials, ...headers, 'accept-encoding': 'identity' }, redirects: 'given' },
          signal,
        ),
      )
      if (response.status !== 503) return response
      throw toWebdavError({ ...response, body: await readStart(response.body) })
    },
  }
}

type Send = <T extends OutboundResponse | OutboundStream>(
  request: { readonly start: string; readonly method: 'GET' | 'PROPFIND' },
  reach: (url: string, credentials: Readonly<Record<string, string>>) => Promise<T>,
) => Promise<T>

/**
 * Follows redirects and responds to challenges. Credentials are only sent to the storage's origin, and are computed for each URL, as Digest
 * requires.
 */
function createSender({ user, password, allowsHttpRedirects }: WebdavSettings, origin: string): Send {
  const authorization = createAuthorization(
    user === null ? undefined : { origin, user, password: password ?? '' },
  )
  return async ({ start, method }, reach) => {
    let url = new URL(start)
    let isRepeated = false
    for (let left = maxRedirects; ; ) {
      const nonce = authorization.nonce()
      const response = await reach(url.href, authorization.headersFor(method, url))
      const challenges = response.headers['www-authenticate']
      const isChallenged = response.status === 401 && !isRepeated && url.origin === origin
      if (isChallenged && authorization.learn(challenges, nonce)) isRepeated = true
      else {
        const target = redirectLocation(response)
        if (target === undefined) return response
        if (left === 0) throw unreachableError('too many redirects')
        left -= 1
        url = redirectTarget(target, url, method === 'GET' && allowsHttpRedirects === true)
      }
      if (!(response.body instanceof Uint8Array)) response.body.on('error', () => undefined).destroy()
    }
  }
}

const unreachableError = (cause: string) => new StorageError('unavailable', { cause })

function redirectLocation({
  status,
  headers,
}: Pick<OutboundResponse, 'status' | 'headers'>): string | undefined {
  return [301, 302, 307, 308].includes(status) ? headers.location : undefined
}

/**
 * Returns the target of a redirect. From https to http only files may be redirected, and only if an administrator allows it. The host is
 * checked again by the outbound request.
 */
function redirectTarget(target: string, from: URL, allowsHttp: boolean): URL {
  if (!URL.canParse(target, from.href)) throw unreachableError('a redirect to no address')
  const url = new URL(target, from.href)
  if (from.protocol === 'https:' && url.protocol === 'http:' && !allowsHttp)
    throw unreachableError('a redirect from https to http')
  return url
}

/**
 * Jianguoyun responds with 503 and the exception `BlockedTemporarily` after 600 requests in 30 minutes (1,500 for paid accounts). Its own
 * client waits 60 s before it retries (nutstore/obsidian-nutstore-sync, src/api/webdav.ts).
 */
const minBlockedMs = 60_000

function toWebdavError(response: Pick<OutboundResponse, 'status' | 'headers' | 'body'>): StorageError {
  const error = toStatusError(response)
  const isBlocked =
    response.status === 503 &&
    response.body.subarray(0, maxErrorBytes).toString('utf8').includes('BlockedTemporarily')
  if (!isBlocked) return error
  const retryAfterMs = Math.max(error.retryAfterMs ?? 0, minBlockedMs)
  return new StorageError('rateLimited', { retryAfterMs, cause: error.cause })
}

const maxErrorBytes = 16 * 1024

async function readStart(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxErrorBytes) break
    }
  } catch {
    // The status is known: that is enough.
  }
  return Buffer.concat(chunks)
}

const propfindBody = (properties: string) =>
  `<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop>${properties}</prop></propfind>`

const factsBody = propfindBody('<resourcetype/><getcontentlength/><getlastmodified/><getetag/>')
const quotaBody = propfindBody('<resourcetype/><quota-used-bytes/><quota-available-bytes/>')

/** Returns a strong ETag. A weak one is not sufficient, so it is combined with size and time. */
function toStrongEtag({ etag, facts }: Resource): string {
  if (etag !== undefined && /^"[^"]+"$/.test(etag)) return etag
  const stated = JSON.stringify([etag, facts?.sizeBytes, facts?.modifiedAt])
  return `"${createHash('sha256').update(stated).digest('base64url').slice(0, 22)}"`
}

/**
 * Checks that the first response is for the opened file, and that all others are for the same bytes. Some servers send another ETag in
 * listings than in responses. In that case the resource is requested again and must be unchanged.
 */
function createConfirm(opened: Resource, again: () => Promise<Resource>) {
  let first: string | undefined
  return async ({ headers, status }: OutboundStream): Promise<void> => {
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

/** Returns the ETag without additions that servers and proxies make for the same bytes. */
const bareEtag = (etag: string) => etag.replace(/^W\//, '').replace(/(?:-gzip|;gzip)?"$/, '"')

async function checkHealth(look: () => Promise<Resource>): Promise<Health> {
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

/** A folder of a cloud drive as a storage. References are relative paths; the provider's IDs are not exposed. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { OutboundStream } from '../../../lib/outbound.ts'
import type { Remote } from '../remote/reach.ts'
import { openRemoteFile } from '../remote/remote-file.ts'
import {
  type ByteRange,
  type Capabilities,
  type Health,
  type Link,
  type ListingCache,
  type OpenFile,
  type Ref,
  type Storage,
  StorageError,
} from '../storage.ts'
import type { DownloadSlots } from './account-limits.ts'
import type { Drive, DriveCalls, DriveNode } from './drive.ts'
import { createDrivePaths, type ListRefs } from './drive-paths.ts'
import { limitReaders } from './limited-file.ts'

export interface OpenedDrive {
  readonly drive: Drive
  readonly calls: DriveCalls
  readonly remote: Remote
  readonly urlOf: (url: string) => string
  readonly account: string
  readonly links: Capabilities['links']
  /** Limits open downloads; undefined if the provider has no limit. */
  readonly readers: DownloadSlots | undefined
  readonly folder: Ref
  readonly name: string
  readonly now: () => number
}

export function openDriveStorage(opened: OpenedDrive): Storage {
  const { drive, calls, folder: root } = opened
  const { feed } = drive
  const list: ListRefs = (folder, page) => drive.list(calls, folder, page)
  const storage = createStorage(list, opened)
  if (!feed) return storage
  return {
    ...storage,
    changes: async (cursor) =>
      cursor === undefined
        ? { ...nothingReported, cursor: await feed.begin(calls, root) }
        : feed.read(calls, cursor),
    over: (listings) => {
      const covers = (folder: Ref) => feed.covers?.(listings.cursor, folder) ?? true
      return createStorage(withCachedListings(list, { listings, root, covers }), opened)
    },
  }
}

const nothingReported = { touched: [], folders: [], below: [], hasMore: false, isReset: false }

function createStorage(list: ListRefs, opened: OpenedDrive): Storage {
  const { drive, calls, urlOf, account, folder, name, readers, links } = opened
  const { facts } = drive
  const linkTo = createLinkCache(opened)
  const { statNode, listAndForget } = createNodeCache(list, opened)
  const paths = createDrivePaths(folder, listAndForget)
  const statFile = async (path: string): Promise<DriveNode> => {
    const node = await paths.at(path, statNode)
    if (node.kind === 'folder') throw new StorageError('notFound')
    if (node.kind === 'special') throw new StorageError('forbidden')
    return node
  }
  return {
    capabilities: {
      addressing: 'path',
      listsFacts: true,
      links,
      hasChanges: drive.feed !== undefined,
      limits: { account: `${facts.provider} ${account}`, parallel: facts.parallel },
    },
    root: '',
    name,
    list: (path, page) => paths.list(path, page),
    stat: async (path) => {
      if (path === '') await drive.list(calls, folder, undefined)
      const node = path === '' ? rootNode : await paths.at(path, (ref) => drive.stat(calls, ref))
      const { kind, sizeBytes, modifiedAt, hash } = node
      const facts = { sizeBytes, modifiedAt, changedMs: null, ...(hash !== undefined && { hash }) }
      return { ref: path, kind, facts }
    },
    open: async (path) => openNode(await statFile(path), linkTo, opened),
    link: async (path, { listenerUserAgent, listener } = {}) => {
      const node = await statFile(path)
      const link = await linkTo(node, undefined, drive.linkFor && listenerUserAgent)
      // Other listeners get the bytes through the server, which waits for a free slot.
      if (listener !== undefined && readers && !readers.mayRedirect(listener, link.expiresAt))
        return undefined
      return { ...link, url: urlOf(link.url) }
    },
    health: () => healthOf(opened),
  }
}

const rootNode = {
  kind: 'folder' as const,
  sizeBytes: 0,
  modifiedAt: new Date(0).toISOString(),
  hash: undefined,
}

/** Returns a link to the bytes, different from the one that failed (`refused`). `userAgent` is that of a listener's browser. */
type LinkTo = (node: DriveNode, refused?: Link, userAgent?: string) => Promise<Link>

/** Caches nodes by reference for providers that require it, until a listing shows different facts. */
function createNodeCache(
  list: ListRefs,
  { drive, calls, now }: OpenedDrive,
): { readonly statNode: (ref: Ref) => Promise<DriveNode>; readonly listAndForget: ListRefs } {
  const { keepsNodesMs } = drive.facts
  if (keepsNodesMs === undefined) return { statNode: (ref) => drive.stat(calls, ref), listAndForget: list }
  const kept = new LRUCache<Ref, { readonly node: DriveNode; readonly until: number }>({ max: maxLinks })
  const statNode = async (ref: Ref) => {
    const known = kept.get(ref)
    if (known && now() < known.until) {
      // Fails if the account was unlinked in the meantime.
      await calls.token()
      return known.node
    }
    const node = await drive.stat(calls, ref)
    kept.set(ref, { node, until: now() + keepsNodesMs })
    return node
  }
  const listAndForget: ListRefs = async (folder, page, isAnew) => {
    const found = await list(folder, page, isAnew)
    for (const node of found.nodes) {
      const known = kept.peek(node.ref)
      if (known && computeEtag(known.node) !== computeEtag(node)) kept.delete(node.ref)
    }
    return found
  }
  return { statNode, listAndForget }
}

/** Links are not used in their last minute, nor longer than the maximum, whatever expiry the provider states. */
const minRemainingMs = 60_000
const maxKeptMs = 10 * 60_000
const maxLinks = 1_000

function createLinkCache({ drive, calls, now }: OpenedDrive): LinkTo {
  const kept = new LRUCache<string, { readonly link: Link; readonly until: number }>({ max: maxLinks })
  return async (node, refused, userAgent) => {
    const name = `${computeEtag(node)} ${userAgent ?? ''}`
    const known = kept.get(name)
    if (known && known.link !== refused && now() < known.until) return known.link
    const theirs = userAgent === undefined ? undefined : drive.linkFor?.(calls, node, userAgent)
    const link = await (theirs ?? drive.link(calls, node, refused))
    kept.set(name, { link, until: Math.min(link.expiresAt - minRemainingMs, now() + maxKeptMs) })
    return link
  }
}

/** Returns an ETag from all that the provider states: hash and version, with size and time. */
function computeEtag({ ref, version, hash, sizeBytes, modifiedAt }: DriveNode): string {
  const facts = JSON.stringify([ref, version, hash, sizeBytes, modifiedAt])
  return `"${createHash('sha256').update(facts).digest('base64url').slice(0, 22)}"`
}

/** Opens the file. An expired link is renewed once per request. */
function openNode(node: DriveNode, linkTo: LinkTo, { drive, remote, readers }: OpenedDrive): OpenFile {
  const get = async ({ url, headers }: Link, { start, end }: ByteRange, signal: AbortSignal) => {
    const sent = { ...headers, range: `bytes=${start}-${end}`, 'accept-encoding': 'identity' }
    return remote.stream({ url, headers: sent, redirects: maxRedirects }, signal)
  }
  const file = openRemoteFile({
    sizeBytes: node.sizeBytes,
    modifiedAt: new Date(node.modifiedAt),
    etag: computeEtag(node),
    request: async (range, signal) => {
      const link = await linkTo(node)
      for (let tries = maxBusyRetries; ; tries -= 1) {
        const first = await get(link, range, signal)
        if (!expiredStatuses.has(first.status)) return first
        if (!(await isTooManyDownloads(drive, first))) return get(await linkTo(node, link), range, signal)
        if (tries === 0) throw crowdedError()
        await setTimeout(busyRetryMs, undefined, { signal })
      }
    },
    confirm: createConfirm(),
  })
  return readers ? limitReaders(file, readers) : file
}

/** The vendor's Android SDK waits one second too. */
const busyRetryMs = 1_000
const maxBusyRetries = 9
const crowdedError = () =>
  new StorageError('rateLimited', { retryAfterMs: busyRetryMs, cause: 'too many open downloads' })

/** Reads the necessary part of an error body, then closes it. Returns whether only too many downloads are open. */
async function isTooManyDownloads({ isCrowded }: Drive, { status, body }: OutboundStream): Promise<boolean> {
  body.on('error', () => undefined)
  if (!isCrowded) {
    body.destroy()
    return false
  }
  const chunks: Buffer[] = []
  for await (const chunk of body.take(maxRefusalChunks)) chunks.push(chunk)
  body.destroy()
  return isCrowded(status, Buffer.concat(chunks).toString('utf8'))
}

const maxRefusalChunks = 4

const maxRedirects = 5
const expiredStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])

/** Checks that the validators of the download server stay the same while the file is open. */
function createConfirm() {
  let first: string | undefined
  return ({ headers: { etag = '', 'last-modified': modified = '' } }: OutboundStream): void => {
    const validator = `${etag} ${modified}`
    first ??= validator
    if (first !== validator)
      throw new StorageError('damaged', { cause: 'the file changed while it was read' })
  }
}

async function healthOf({ drive, calls }: OpenedDrive): Promise<Health> {
  try {
    return { state: 'available', space: await drive.findSpace(calls) }
  } catch (error) {
    return { state: error instanceof StorageError ? error.fault : 'damaged', space: undefined }
  }
}

interface CachedListingOptions {
  readonly listings: ListingCache
  /** Its cached listing is never used: an unreachable drive must not seem available. */
  readonly root: Ref
  readonly covers: (folder: Ref) => boolean
}

const maxStarted = 8

function withCachedListings(list: ListRefs, { listings, root, covers }: CachedListingOptions): ListRefs {
  /** Nodes on earlier pages, by the next page. */
  const earlierNodes = new LRUCache<string, readonly DriveNode[]>({ max: maxStarted })
  return async (folder, page, isAnew) => {
    const isBelieved = page === undefined && !isAnew && folder !== root && covers(folder)
    const kept = isBelieved ? await listings.find(folder) : undefined
    if (kept) return { nodes: kept, next: undefined }
    const found = await list(folder, page, isAnew)
    if (!covers(folder)) return found
    const before = page === undefined ? [] : earlierNodes.get(`${folder}\n${page}`)
    const nodes = before && [...before, ...found.nodes]
    if (nodes && found.next === undefined) await listings.save(folder, nodes)
    else if (nodes) earlierNodes.set(`${folder}\n${found.next}`, nodes)
    return found
  }
}

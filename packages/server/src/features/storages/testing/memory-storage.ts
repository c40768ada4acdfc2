/**
 * An in-memory storage with the properties of cloud drives: 64-bit IDs, small pages, listings with facts, expiring links that need a
 * header, revocable access, and account limits.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isSafeName, lastPart, parentOf } from '../path.rules.ts'
import {
  type ByteRange,
  type Entry,
  type Link,
  type Page,
  type Ref,
  type Stat,
  type Storage,
  StorageError,
  type StorageFault,
} from '../storage.ts'

export interface MemoryStorage {
  readonly storage: Storage
  readonly put: (path: string, bytes: Uint8Array | string) => void
  readonly remove: (path: string) => void
  /** Makes every call fail, or only those for which `when` returns true. */
  readonly failWith: (fault?: StorageFault, when?: (call: Call) => boolean) => void
  readonly follow: (link: Link) => Promise<Uint8Array>
  readonly passTime: (ms: number) => void
}

export interface Call {
  readonly name: 'list' | 'stat' | 'open' | 'link' | 'health'
  readonly ref: Ref
  readonly page: string | undefined
}

interface Node {
  readonly ref: Ref
  path: string
  bytes: Uint8Array | undefined
  version: number
}

const pageSize = 50
const linkMs = 15 * 60 * 1000
/** Beyond the safe integers: as a number, neighboring IDs would be equal. */
const firstId = 9_223_372_036_854_775_000n

export function createMemoryStorage(): MemoryStorage {
  const nodes = new Map<Ref, Node>()
  let fault: { readonly type: StorageFault; readonly when: (call: Call) => boolean } | undefined
  let now = Date.parse('2026-11-20T12:00:00.000Z')
  const rootRef = String(firstId)
  nodes.set(rootRef, { ref: rootRef, path: '', bytes: undefined, version: 0 })

  const at = (path: string) => [...nodes.values()].find((node) => node.path === path)
  let lastId = firstId
  const create = (path: string): Node => {
    if (path !== '' && !at(parentOf(path))) create(parentOf(path))
    lastId += 1n
    const node = { ref: String(lastId), path, bytes: undefined, version: 0 }
    nodes.set(node.ref, node)
    return node
  }
  const called = (name: Call['name'], ref: Ref = '', page?: string) => {
    if (fault?.when({ name, ref, page }))
      throw new StorageError(fault.type, { retryAfterMs: 30_000, cause: ref })
  }
  const nodeOf = (ref: Ref, kind?: 'file' | 'folder'): Node => {
    const node = nodes.get(ref)
    if (!node || (kind && kindOf(node) !== kind)) throw new StorageError('notFound')
    return node
  }
  const facts = ({ bytes, version }: Node) => ({
    sizeBytes: bytes?.length ?? 0,
    modifiedAt: new Date(now + version).toISOString(),
    changedMs: null,
    hash: `sha1:${createHash('sha1')
      .update(bytes ?? '')
      .digest('hex')}`,
  })
  const entryOf = (node: Node): Entry => {
    const name = lastPart(node.path)
    const kind = isSafeName(name) ? kindOf(node) : 'invalidName'
    return { ref: node.ref, name, kind, ...(node.bytes ? { facts: facts(node) } : {}) }
  }

  const storage: Storage = {
    capabilities: {
      addressing: 'id',
      listsFacts: true,
      links: 'proxy',
      hasChanges: false,
      limits: { account: 'account-1', parallel: 2 },
    },
    root: rootRef,
    name: 'shelf',
    list: async (folder, page): Promise<Page> => {
      called('list', folder, page)
      const { path } = nodeOf(folder, 'folder')
      const inside = [...nodes.values()].filter((node) => node.path !== '' && parentOf(node.path) === path)
      const start = Number(page ?? 0)
      const end = start + pageSize
      return {
        entries: inside.slice(start, end).map(entryOf),
        next: end < inside.length ? String(end) : undefined,
      }
    },
    stat: async (ref): Promise<Stat> => {
      called('stat', ref)
      const node = nodeOf(ref)
      return { ref, kind: kindOf(node), facts: facts(node) }
    },
    open: async (ref) => {
      called('open', ref)
      const node = nodeOf(ref, 'file')
      const { sizeBytes, modifiedAt } = facts(node)
      const version = node.version
      const cut = ({ start, end }: ByteRange): Uint8Array => {
        if (node.version !== version || !node.bytes) throw new StorageError('damaged')
        return node.bytes.subarray(start, end + 1)
      }
      return {
        sizeBytes,
        modifiedAt: new Date(modifiedAt),
        etag: `"${ref}-${version}"`,
        read: async (range) => cut(range),
        stream: (range) => Readable.from([cut(range)], { objectMode: false }),
        close: async () => undefined,
      }
    },
    link: async (ref) => {
      called('link', ref)
      nodeOf(ref, 'file')
      const expiresAt = now + linkMs
      return {
        url: `memory:${ref}?until=${expiresAt}`,
        headers: { authorization: 'Bearer token' },
        expiresAt,
      }
    },
    health: async () => {
      const usedBytes = [...nodes.values()].reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)
      try {
        called('health')
        return { state: 'available', space: { usedBytes, totalBytes: 2 ** 40 } }
      } catch (error) {
        return { state: error instanceof StorageError ? error.fault : 'damaged', space: undefined }
      }
    },
  }

  return {
    storage,
    put: (path, bytes) => {
      const node = at(path) ?? create(path)
      node.bytes = Buffer.from(bytes)
      node.version += 1
    },
    remove: (path) => {
      const node = at(path)
      if (node) nodes.delete(node.ref)
    },
    failWith: (type, when = () => true) => {
      fault = type && { type, when }
    },
    follow: async ({ url, headers }) => {
      const [, ref = '', until] = /^memory:(\d+)\?until=(\d+)$/.exec(url) ?? []
      if (headers.authorization !== 'Bearer token' || now >= Number(until)) throw new Error('403')
      return nodeOf(ref).bytes ?? new Uint8Array()
    },
    passTime: (ms) => {
      now += ms
    },
  }
}

const kindOf = ({ bytes }: Node): 'file' | 'folder' => (bytes ? 'file' : 'folder')

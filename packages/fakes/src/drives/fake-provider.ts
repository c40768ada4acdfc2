/** The interface of a fake provider: its hosts, its token issuer, and the drive of its only owner. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FakeFeed } from './fake-feed.ts'
import type { FakeIssuer } from './fake-issuer.ts'

export interface ProviderRequest {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** IP address of the client. */
  readonly address: string
}

export interface ProviderReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Called when the response is complete or its connection is closed. */
  readonly onClose?: () => void
  /** The second half of the body is sent when this resolves. */
  readonly held?: Promise<void>
}

export interface FakeProvider {
  readonly name: string
  readonly hosts: readonly string[]
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  /** The change feed, if the provider has one. */
  readonly feed?: FakeFeed
  /** Whether a folder may contain two items of the same name. */
  readonly hasTwins?: boolean
  /** Whether access tokens never expire and cannot be refreshed. */
  readonly hasLastingTokens?: boolean
  /** Account data that an app stores with the tokens. */
  readonly extra?: Readonly<Record<string, string>>
  /** Expires all links to files. */
  readonly endLinks: () => void
  readonly reply: (request: ProviderRequest) => ProviderReply
}

export const json = (status: number, value: unknown): ProviderReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

export const plain = (status: number, body: string): ProviderReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

export const bearerIn = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]

/** A drive of items with IDs. Names may be any text. */

export interface DriveItem {
  readonly id: string
  readonly name: string
  /** ID of the folder; undefined for the root. */
  readonly parent: string | undefined
  /** Undefined for folders. */
  readonly bytes: Buffer | undefined
  readonly modifiedAt: Date
  /** Changes with the content. */
  readonly version: number
}

/** A change as the change feed reports it. */
export interface DriveChange {
  readonly id: string
  /** The former path; undefined for new items. */
  readonly was: string | undefined
  readonly isGone: boolean
  readonly isFolder: boolean
}

export interface DriveTree {
  readonly root: DriveItem
  readonly find: (id: string) => DriveItem | undefined
  /** Finds an item by its path below the root, without a leading slash. */
  readonly at: (path: string) => DriveItem | undefined
  readonly childrenOf: (id: string) => DriveItem[]
  /** Returns the path without a leading slash. */
  readonly pathOf: (item: DriveItem) => string
  readonly put: (path: string, bytes: Uint8Array | string) => void
  /** Adds an item even if the folder already has one of this name. */
  readonly add: (folder: string, name: string, bytes?: Uint8Array | string) => DriveItem
  /** Replaces the content and keeps the modification time. */
  readonly swap: (path: string, bytes: Uint8Array) => void
  readonly remove: (path: string) => void
  /** Keeps the ID and all children. */
  readonly move: (path: string, to: string) => void
  /** All changes since the start. */
  readonly changes: readonly DriveChange[]
}

export function createDriveTree(rootId: string, idOf: (number: number) => string): DriveTree {
  const items = createItems(rootId, idOf)
  const { root, find, childrenOf, change } = items
  const { at, pathOf } = createPaths(items)
  const changes: DriveChange[] = []
  const made = (parent: string, name: string, bytes: Buffer | undefined): DriveItem => {
    const item = items.create(parent, name, bytes)
    changes.push({ id: item.id, was: undefined, isGone: false, isFolder: bytes === undefined })
    return item
  }
  const folderAt = (path: string): DriveItem =>
    at(path) ?? made(folderAt(folderOf(path)).id, nameOf(path), undefined)
  const record = (item: DriveItem, isGone: boolean) => {
    changes.push({ id: item.id, was: pathOf(item), isGone, isFolder: item.bytes === undefined })
    return item
  }
  return {
    root,
    find,
    at,
    childrenOf,
    pathOf,
    changes,
    put: (path, content) => {
      const bytes = Buffer.from(content)
      const known = at(path)
      if (known) change(record(known, false), { bytes })
      else made(folderAt(folderOf(path)).id, nameOf(path), bytes)
    },
    add: (folder, name, content) =>
      made(folderAt(folder).id, name, content === undefined ? undefined : Buffer.from(content)),
    swap: (path, content) => {
      const item = at(path)
      if (item) change(record(item, false), { bytes: Buffer.from(content), modifiedAt: item.modifiedAt })
    },
    remove: (path) => {
      const item = at(path)
      if (item) items.remove(record(item, true).id)
    },
    move: (path, to) => {
      const item = at(path)
      if (item) change(record(item, false), { parent: folderAt(folderOf(to)).id, name: nameOf(to) })
    },
  }
}

function createPaths({ root, find, childrenOf }: Pick<DriveTree, 'root' | 'find' | 'childrenOf'>) {
  const pathOf = ({ name, parent }: DriveItem): string => {
    const folder = parent === undefined ? undefined : find(parent)
    return folder && folder.id !== root.id ? `${pathOf(folder)}/${name}` : name
  }
  const at = (path: string): DriveItem | undefined => {
    let item: DriveItem | undefined = root
    for (const name of path === '' ? [] : path.split('/')) {
      const { id }: DriveItem = item
      item = childrenOf(id).find((one) => one.name === name)
      if (!item) return undefined
    }
    return item
  }
  return { at, pathOf }
}

const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

type Changed = Partial<Pick<DriveItem, 'bytes' | 'parent' | 'name' | 'modifiedAt'>>

/** Each new file is one second newer than the one before. */
function createItems(rootId: string, idOf: (number: number) => string) {
  const items = new Map<string, DriveItem>()
  /** Child IDs by folder ID. */
  const inside = new Map<string, Set<string>>()
  let [last, time] = [0, Date.parse('2026-11-20T12:00:00.000Z')]
  const save = (item: DriveItem): DriveItem => {
    const before = items.get(item.id)?.parent
    if (before !== undefined && before !== item.parent) inside.get(before)?.delete(item.id)
    items.set(item.id, item)
    if (item.parent !== undefined) {
      const beside = inside.get(item.parent) ?? new Set()
      inside.set(item.parent, beside.add(item.id))
    }
    return item
  }
  const later = () => {
    time += 1000
    return new Date(time)
  }
  const find = (id: string) => items.get(id)
  const childrenOf = (id: string) => [...(inside.get(id) ?? [])].flatMap((one) => find(one) ?? [])
  const remove = (id: string) => {
    for (const child of childrenOf(id)) remove(child.id)
    inside.get(find(id)?.parent ?? '')?.delete(id)
    items.delete(id)
  }
  const root = { id: rootId, name: '', parent: undefined, bytes: undefined, version: 0 }
  return {
    root: save({ ...root, modifiedAt: later() }),
    find,
    childrenOf,
    create: (parent: string, name: string, bytes: Buffer | undefined) => {
      last += 1
      return save({ id: idOf(last), name, parent, bytes, version: 0, modifiedAt: later() })
    },
    /** Moving keeps modification time and version. */
    change: (item: DriveItem, changed: Changed) => {
      const isWritten = changed.bytes !== undefined
      const written = isWritten ? { modifiedAt: later(), version: item.version + 1 } : {}
      save({ ...item, ...written, ...changed })
    },
    remove,
  }
}

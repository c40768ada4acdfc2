/**
 * Declares what every storage can do: a folder of this machine, WebDAV, S3, a cloud drive. Scan and media delivery
 * know nothing else of it (ADR 0030). Each of its functions fails with a `StorageError` and with nothing else.
 */
import type { Readable } from 'node:stream'

/** Opaque: a path below the root, or an id. Ids of 64 bits are kept as their digits, since a number would round them. */
export type Ref = string

export interface Storage {
  readonly capabilities: Capabilities
  readonly root: Ref
  /** The name of the root folder, which may itself be a work. */
  readonly name: string
  /**
   * Lists what lies in a folder, page by page: `page` is what the page before said of the next one. It and `stat` return
   * without a promise where they can: a scan of local files calls them 200,000 times.
   */
  readonly list: (folder: Ref, page?: string) => MaybePromise<Page>
  /** Returns what a reference leads to in the end. */
  readonly stat: (ref: Ref) => MaybePromise<Stat>
  /** Opens a file for ranges of it, all of the same bytes. The caller closes it; `signal` says that nobody waits any more. */
  readonly open: (ref: Ref, signal?: AbortSignal) => Promise<OpenFile>
  /** Returns an address that a listener, or we, can read the file from; undefined where a storage has none to give. */
  readonly link: (ref: Ref, wishes?: LinkWishes) => Promise<Link | undefined>
  readonly health: () => Promise<Health>
  /** Returns what changed since the cursor; without one only the cursor of now. There where `capabilities.hasChanges`. */
  readonly changes?: (cursor?: string) => Promise<ChangePage>
  /** Returns the same storage over listings that somebody keeps; there where `capabilities.hasChanges`. */
  readonly over?: (listings: KeptListings) => Storage
}

export interface Capabilities {
  readonly addressing: 'path' | 'id'
  /** Whether listings have size and time of files, so that nobody requests each of them. */
  readonly listsFacts: boolean
  readonly links: 'none' | 'redirect' | 'proxy'
  readonly hasChanges: boolean
  readonly limits: Limits
}

/** Providers count by account: storages of one account share what it may request. */
export interface Limits {
  /** It is undefined where nobody counts. */
  readonly account: string | undefined
  /** Calls at a time. */
  readonly parallel: number
}

export interface Page {
  readonly entries: readonly Entry[]
  /** It is undefined on the last page. */
  readonly next: string | undefined
}

export interface Entry {
  readonly ref: Ref
  readonly name: string
  /**
   * `link`: `stat` says where it leads. `special`: a pipe, a device, what a provider keeps from downloading. `invalidName`:
   * a name that is no text, or would lead elsewhere as part of a path: no path may be made of it.
   */
  readonly kind: 'file' | 'folder' | 'link' | 'special' | 'invalidName'
  /** The facts of a file, where `capabilities.listsFacts`. */
  readonly facts?: FileFacts
}

export interface Stat {
  /** The reference without links: two references to one file have the same. */
  readonly ref: Ref
  readonly kind: 'file' | 'folder' | 'special'
  readonly facts: FileFacts
}

export interface FileFacts {
  readonly sizeBytes: number
  /** ISO 8601 with milliseconds. */
  readonly modifiedAt: string
  /** Unlike `modifiedAt` no copy and no tool can set it, in milliseconds; null where a storage does not know it. */
  readonly changedMs: number | null
  /** The provider's own hash, with the name of its algorithm in front. */
  readonly hash?: string
}

/** Both ends belong to it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /** Strong, quotes included: of the bytes as they are now. */
  readonly etag: string
  /** Returns a range at once; fails with `damaged` where the file has become shorter. */
  readonly read: (range: ByteRange) => Promise<Uint8Array>
  readonly stream: (range: ByteRange) => Readable
  /**
   * Reads into bytes of the caller's from that position on, and returns how many there were: 0 at the end. Left out where
   * a storage gives its bytes in pieces of its own.
   */
  readonly fill?: (target: Uint8Array, position: number) => Promise<number>
  /** Waits for what is being read. */
  readonly close: () => Promise<void>
}

export interface LinkWishes {
  /** Some providers bind a link to it. */
  readonly listenerUserAgent?: string | undefined
  /** Distinguishes listeners where a provider allows few readers at once; without it the link is not for a listener. */
  readonly listener?: string | undefined
}

export interface Link {
  readonly url: string
  /** Headers that every request for it needs. A browser cannot send them, so a link that needs some is for us alone. */
  readonly headers: Readonly<Record<string, string>>
  /** The expiry in milliseconds since 1970; infinite for one that stays. */
  readonly expiresAt: number
}

export interface Health {
  readonly state: 'available' | StorageFault
  /** It is undefined where it is not known. */
  readonly space: { readonly usedBytes: number; readonly totalBytes: number } | undefined
}

/** Says where something changed, by the provider's own names. What changed there, nobody has to believe (ADR 0043). */
export interface ChangePage {
  /** The touched items: the folders that it lay in have changed, and so has what it is. */
  readonly touched: readonly string[]
  /** The folders that it lies in now. */
  readonly folders: readonly string[]
  /** Paths: all that lay below them has changed. */
  readonly below: readonly string[]
  /** The cursor to go on from; a scan keeps it. */
  readonly cursor: string
  readonly hasMore: boolean
  /** The cursor was too old: everything has to be listed again. */
  readonly isReset: boolean
}

/** An entry of a folder, as the provider says it. */
export interface KeptNode {
  readonly ref: Ref
  readonly name: string
  /** `special` is what the provider keeps from downloading. */
  readonly kind: 'file' | 'folder' | 'special'
  readonly sizeBytes: number
  /** ISO 8601 with milliseconds. */
  readonly modifiedAt: string
  /** The hash with the name of its algorithm in front. */
  readonly hash?: string
  /** The version of these very bytes, where the provider has one. */
  readonly version?: string
  /** The name that a change feed has for it, beside its reference. Kept listings hold it under this key. */
  readonly toldAs?: string
}

/** Listings of folders, by the provider's own references. */
export interface KeptListings {
  /** The cursor of the feed that says which of them still count. */
  readonly cursor: string
  /** Returns undefined where none counts. */
  readonly find: (folder: Ref) => Promise<readonly KeptNode[] | undefined>
  readonly save: (folder: Ref, nodes: readonly KeptNode[]) => Promise<void>
}

/**
 * `notFound`: it is gone. `forbidden`: it is not ours to read, or lies outside the root. `revoked`: somebody took our access
 * back, so an administrator has to link it again. `rateLimited`: not now. `unavailable`: the storage is away, which says
 * nothing of its files. `damaged`: its response cannot be true.
 */
export type StorageFault = 'notFound' | 'forbidden' | 'revoked' | 'rateLimited' | 'unavailable' | 'damaged'

const sentences: Readonly<Record<StorageFault, string>> = {
  notFound: 'the storage has no such file',
  forbidden: 'the storage does not let us read it',
  revoked: 'the storage has to be linked again',
  rateLimited: 'the storage wants us to wait',
  unavailable: 'the storage cannot be reached',
  damaged: 'the storage gave a response that cannot be true',
}

interface More {
  /** When it may work again. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** Its message names no file, no address and no secret: the cause may, and is for the log alone. */
export class StorageError extends Error {
  readonly fault: StorageFault
  readonly retryAfterMs: number | undefined

  constructor(fault: StorageFault, { retryAfterMs, cause }: More = {}) {
    super(sentences[fault], { cause })
    this.name = 'StorageError'
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}

/** The fault of a path that leads out of the root. */
export class OutsideError extends StorageError {
  constructor() {
    super('forbidden')
  }
}

export type MaybePromise<T> = T | Promise<T>

export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** `catch`, whether it was thrown at once or later. */
export function orElse<T>(
  act: () => MaybePromise<T>,
  failed: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = act()
    return value instanceof Promise ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}

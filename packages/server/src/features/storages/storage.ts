/**
 * The interface of every storage: local folder, WebDAV, S3 or cloud drive. Scans and media delivery use nothing else (ADR 0030). All
 * functions fail with `StorageError` only.
 */
import type { Readable } from 'node:stream'

/** Opaque: a relative path or an ID. 64-bit IDs are kept as digits, since a number would round them. */
export type Ref = string

export interface Storage {
  readonly capabilities: Capabilities
  readonly root: Ref
  /** Name of the root folder, which may itself be a work. */
  readonly name: string
  /**
   * Lists a folder page by page; `page` is the `next` of the previous page. `list` and `stat` return synchronously if possible: a scan of
   * local files calls them 200,000 times.
   */
  readonly list: (folder: Ref, page?: string) => MaybePromise<Page>
  /** Returns the target of a reference, with all links resolved. */
  readonly stat: (ref: Ref) => MaybePromise<Stat>
  /**
   * Opens a file for reading ranges, which all come from the same bytes. The caller must close it. `signal` is aborted when the file is
   * not needed any more.
   */
  readonly open: (ref: Ref, signal?: AbortSignal) => Promise<OpenFile>
  /** Returns a URL of the file for a listener or this server; undefined if the storage has none. */
  readonly link: (ref: Ref, wishes?: LinkOptions) => Promise<Link | undefined>
  readonly health: () => Promise<Health>
  /** Returns the changes since a cursor; without one, only the current cursor. Defined if `capabilities.hasChanges`. */
  readonly changes?: (cursor?: string) => Promise<ChangePage>
  /** Returns the storage with cached listings. Defined if `capabilities.hasChanges`. */
  readonly over?: (listings: ListingCache) => Storage
}

export interface Capabilities {
  readonly addressing: 'path' | 'id'
  /** Whether listings include size and time, so that files need no request each. */
  readonly listsFacts: boolean
  readonly links: 'none' | 'redirect' | 'proxy'
  readonly hasChanges: boolean
  readonly limits: Limits
}

/** Providers count requests per account, so storages of one account share these limits. */
export interface Limits {
  /** Undefined if requests are not counted. */
  readonly account: string | undefined
  /** Maximum of concurrent calls. */
  readonly parallel: number
}

export interface Page {
  readonly entries: readonly Entry[]
  /** Undefined on the last page. */
  readonly next: string | undefined
}

export interface Entry {
  readonly ref: Ref
  readonly name: string
  /**
   * `link`: `stat` returns its target. `special`: a pipe, a device, or a file that the provider does not allow to download. `invalidName`:
   * not valid text, or unsafe as part of a path, so it must not be used to build one.
   */
  readonly kind: 'file' | 'folder' | 'link' | 'special' | 'invalidName'
  /** Facts of a file; defined if `capabilities.listsFacts`. */
  readonly facts?: FileFacts
}

export interface Stat {
  /** The reference without links: equal for all references to one file. */
  readonly ref: Ref
  readonly kind: 'file' | 'folder' | 'special'
  readonly facts: FileFacts
}

export interface FileFacts {
  readonly sizeBytes: number
  /** ISO 8601 with milliseconds. */
  readonly modifiedAt: string
  /** Change time in milliseconds since 1970; unlike `modifiedAt`, it cannot be set by copying or by tools. Null if the storage has none. */
  readonly changedMs: number | null
  /** Hash from the provider, prefixed with the algorithm's name. */
  readonly hash?: string
}

/** Both ends are inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /** Strong entity tag of the current bytes, including the quotes. */
  readonly etag: string
  /** Returns a range at once; fails with `damaged` if the file was truncated. */
  readonly read: (range: ByteRange) => Promise<Uint8Array>
  readonly stream: (range: ByteRange) => Readable
  /**
   * Reads into the target from a position, and returns the number of bytes read: 0 at the end. Undefined for storages that return pieces
   * of their own.
   */
  readonly fill?: (target: Uint8Array, position: number) => Promise<number>
  readonly close: () => Promise<void>
}

export interface LinkOptions {
  /** Some providers bind a link to it. */
  readonly listenerUserAgent?: string | undefined
  /** Identifies the listener for providers that allow few concurrent readers. Undefined if the link is not for a listener. */
  readonly listener?: string | undefined
}

export interface Link {
  readonly url: string
  /** Headers that every request for the URL needs. Browsers cannot send them, so a link with headers is only for this server. */
  readonly headers: Readonly<Record<string, string>>
  /** Expiry in milliseconds since 1970; infinite for a permanent link. */
  readonly expiresAt: number
}

export interface Health {
  readonly state: 'available' | StorageFault
  readonly space: { readonly usedBytes: number; readonly totalBytes: number } | undefined
}

/** The location of changes, in the provider's own references. The changed items are read again and not taken from the feed (ADR 0043). */
export interface ChangePage {
  /** Changed items. The folders that contained them and the items themselves are outdated. */
  readonly touched: readonly string[]
  /** Folders that contain the items now. */
  readonly folders: readonly string[]
  /** Paths below which everything has changed. */
  readonly below: readonly string[]
  readonly cursor: string
  readonly hasMore: boolean
  /** Whether the cursor was too old, so that everything must be listed again. */
  readonly isReset: boolean
}

/** An entry of a folder, as the provider returns it. */
export interface ListedNode {
  readonly ref: Ref
  readonly name: string
  /** `special`: the provider does not allow to download it. */
  readonly kind: 'file' | 'folder' | 'special'
  readonly sizeBytes: number
  readonly modifiedAt: string
  /** Hash, prefixed with the algorithm's name. */
  readonly hash?: string
  /** Version of these bytes, if the provider has one. */
  readonly version?: string
  /** The item's name in the change feed, if it differs from the reference. Stored listings use this property name. */
  readonly toldAs?: string
}

/** Cached listings of folders, by the provider's references. */
export interface ListingCache {
  /** Cursor of the feed up to which the listings are valid. */
  readonly cursor: string
  readonly find: (folder: Ref) => Promise<readonly ListedNode[] | undefined>
  readonly save: (folder: Ref, nodes: readonly ListedNode[]) => Promise<void>
}

/**
 * `notFound`: the file does not exist. `forbidden`: it may not be read, or is outside of the root. `revoked`: access was withdrawn, and an
 * administrator must link the storage again. `rateLimited`: retry later. `unavailable`: the storage is unreachable, so nothing is known
 * about its files. `damaged`: the response is invalid.
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

interface StorageErrorDetails {
  /** Milliseconds until a retry may succeed. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** The message contains no file name, address or secret. The cause may, and must only be logged. */
export class StorageError extends Error {
  readonly fault: StorageFault
  readonly retryAfterMs: number | undefined

  constructor(fault: StorageFault, { retryAfterMs, cause }: StorageErrorDetails = {}) {
    super(sentences[fault], { cause })
    this.name = 'StorageError'
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}

export class OutsideError extends StorageError {
  constructor() {
    super('forbidden')
  }
}

export type MaybePromise<T> = T | Promise<T>

/** Like `then`, for values that may not be promises. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Like `catch`, for synchronous and asynchronous errors. */
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

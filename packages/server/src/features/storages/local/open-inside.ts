/** Opens files inside a folder, never outside of it, and reads exact ranges of them. */
import { type BigIntStats, constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { isWithin, withTrailingSeparator } from '../../../lib/is-within.ts'
import {
  andThen,
  type ByteRange,
  type FileFacts,
  type MaybePromise,
  type OpenFile,
  OutsideError,
  StorageError,
} from '../storage.ts'
import type { FileSystem } from './file-system.ts'

const maxCached = 1_000

/** Takes the full path. Fails with `OutsideError` if it leads out of the root, and with the system's error otherwise. */
export type OpenInside = (path: string) => Promise<OpenFile>

/**
 * Caches which paths are inside the root, and keeps files open briefly, so that consecutive requests of one listener check only once. Each
 * request verifies that the path still leads to the same file.
 */
export function createFileOpener(root: string): OpenInside {
  const known = new LRUCache<string, string>({ max: maxCached })
  const openFiles = new Map<string, SharedFile>()

  const isInside = async (path: string, opened: BigIntStats): Promise<boolean> => {
    const file = identityOf(opened)
    if (known.get(path) === file) return true
    if (!(await isFileInside(root, path, file))) return false
    known.set(path, file)
    return true
  }

  const forget = (path: string, file: SharedFile) => {
    if (openFiles.get(path) === file) openFiles.delete(path)
  }

  return async (path) => {
    const shared = openFiles.get(path)
    if (shared && (await shared.isStillAt(path))) return shared.toFile()
    const { handle, stat } = await openPlain(path)
    if (!(await isInside(path, stat).catch(closeAndRethrow(handle)))) {
      await handle.close()
      throw new OutsideError()
    }
    const file = new SharedFile({
      handle,
      stat,
      isKept: openFiles.size < maxKept,
      forget: () => forget(path, file),
    })
    openFiles.set(path, file)
    return file.toFile()
  }
}

const closeAndRethrow = (handle: FileHandle) => async (error: unknown) => {
  await handle.close()
  throw error
}

/** Without O_NONBLOCK, opening a named pipe that replaced the file would block forever. */
async function openPlain(path: string): Promise<{ handle: FileHandle; stat: BigIntStats }> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const look = handle.stat({ bigint: true })
  const stat = await look.catch(closeAndRethrow(handle))
  if (stat.isFile()) return { handle, stat }
  await handle.close()
  throw new StorageError('notFound')
}

/** Number of files that stay open without readers. */
const maxKept = 64
/** Covers the pause between two requests of a listener who seeks. Short, so that it hardly delays an unmount. */
const idleCloseMs = 1_000

interface SharedOptions {
  readonly handle: FileHandle
  readonly stat: BigIntStats
  /** Whether it stays open for a while after its last reader. */
  readonly isKept: boolean
  readonly forget: () => void
}

class SharedFile {
  readonly #handle: FileHandle
  readonly #stat: BigIntStats
  readonly #forget: () => void
  #readers = 0
  #isKept: boolean
  #timer: NodeJS.Timeout | undefined
  #look: Promise<boolean> | undefined

  constructor({ handle, stat, isKept, forget }: SharedOptions) {
    this.#handle = handle
    this.#stat = stat
    this.#isKept = isKept
    this.#forget = forget
  }

  /** Concurrent requests share one check. */
  isStillAt(path: string): Promise<boolean> {
    this.#look ??= this.#lookAt(path)
    return this.#look
  }

  async #lookAt(path: string): Promise<boolean> {
    this.#hold()
    try {
      const now = await stat(path, { bigint: true })
      const { size, mtimeNs } = this.#stat
      const isSame =
        identityOf(now) === identityOf(this.#stat) && now.size === size && now.mtimeNs === mtimeNs
      if (!isSame) this.#drop()
      return isSame
    } catch (error) {
      this.#drop()
      throw error
    } finally {
      this.#look = undefined
      void this.#release()
    }
  }

  /** Adds a reader, until it closes the returned file. */
  toFile(): OpenFile {
    const { size, mtimeMs, mtimeNs } = this.#stat
    const handle = this.#handle
    this.#hold()
    let isOpen = true
    return {
      sizeBytes: Number(size),
      modifiedAt: new Date(Number(mtimeMs)),
      etag: `"${size.toString(36)}-${mtimeNs.toString(36)}"`,
      read: (range) => readRange(handle, range),
      stream: (range) => streamRange(handle, range),
      fill: (target, position) => fillFrom(handle, target, position),
      close: async () => {
        if (!isOpen) return
        isOpen = false
        await this.#release()
      },
    }
  }

  #hold(): void {
    this.#readers += 1
    clearTimeout(this.#timer)
  }

  async #release(): Promise<void> {
    this.#readers -= 1
    if (this.#readers > 0) return
    if (!this.#isKept) {
      this.#forget()
      return this.#handle.close()
    }
    this.#timer = setTimeout(() => {
      this.#drop()
      void this.#handle.close().catch(() => {})
    }, idleCloseMs).unref()
  }

  #drop(): void {
    this.#isKept = false
    this.#forget()
  }
}

/** Returns whether this file is inside the root, after all links are resolved. */
async function isFileInside(root: string, path: string, file: string): Promise<boolean> {
  const [realRoot, realFile] = await Promise.all([realpath(root), realpath(path)])
  if (!isWithin(realRoot, realFile)) return false
  // The path may have changed since the file was opened.
  return identityOf(await lstat(realFile, { bigint: true })) === file
}

/** Returns the identity of a file. The change time tells it from a later file with the same inode number. */
const identityOf = ({ dev, ino, ctimeNs }: BigIntStats): string => [dev, ino, ctimeNs].join(' ')

export interface RealLocation {
  readonly path: string
  readonly ref: string
}

/** Resolves all links; throws if the result is outside of the root. */
export function resolveInside(files: FileSystem, root: string, path: string): MaybePromise<RealLocation> {
  return andThen(files.realpath(root), (realRoot) =>
    andThen(files.realpath(path), (real) => {
      if (!isWithin(realRoot, real)) throw new OutsideError()
      return { path: real, ref: real === realRoot ? '' : real.slice(withTrailingSeparator(realRoot).length) }
    }),
  )
}

/** Larger pieces gain nothing; smaller ones halve the throughput. */
const pieceBytes = 256 * 1024

async function readRange(file: FileHandle, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start + 1)
  for (let count = 0; count < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, count, bytes.length - count, start + count)
    if (bytesRead === 0) throw new StorageError('damaged', { cause: truncatedMessage })
    count += bytesRead
  }
  return bytes
}

const truncatedMessage = 'the file became shorter while it was read'

async function fillFrom(file: FileHandle, target: Uint8Array, position: number): Promise<number> {
  const { bytesRead } = await file.read(target, 0, target.length, position)
  return bytesRead
}

/** The stream fails if the file is truncated in the meantime. Otherwise a listener would wait forever for the missing bytes. */
function streamRange(file: FileHandle, { start, end }: ByteRange): Readable {
  let at = start
  const next = async (): Promise<Uint8Array | null> => {
    if (at > end) return null
    const wanted = Math.min(pieceBytes, end - at + 1)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
    if (bytesRead === 0) throw new StorageError('damaged', { cause: truncatedMessage })
    at += bytesRead
    return buffer.subarray(0, bytesRead)
  }
  return new Readable({
    highWaterMark: pieceBytes,
    read() {
      next().then(
        (piece) => this.push(piece),
        (cause: unknown) => this.destroy(cause instanceof Error ? cause : new Error(String(cause))),
      )
    },
  })
}

export const toFileFacts = ({ size, mtimeMs, ctimeMs }: Stats): FileFacts => ({
  sizeBytes: size,
  // Same value as `Stats.mtime`, which is slower to compute.
  modifiedAt: new Date(Math.round(mtimeMs)).toISOString(),
  changedMs: Math.round(ctimeMs),
})

/**
 * Opens a file of a folder, never anything outside it, and reads ranges of it: exactly the bytes requested, or an
 * error.
 */
import { type BigIntStats, constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { above, isWithin } from '../../../lib/within.ts'
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

const mostKnown = 1_000

/** `path` is the full one. Fails with `StorageError` where it leads out of the root, and as the system does otherwise. */
export type OpenInside = (path: string) => Promise<OpenFile>

/**
 * Knows which paths led inside their root, and keeps files open for a little while, so that the many requests of one
 * listener look once. Every request checks whether the file at its path is still that one.
 */
export function createFileOpener(root: string): OpenInside {
  /** The file that was found there. */
  const known = new LRUCache<string, string>({ max: mostKnown })
  const kept = new Map<string, SharedFile>()

  const isInside = async (path: string, opened: BigIntStats): Promise<boolean> => {
    const file = fileOf(opened)
    if (known.get(path) === file) return true
    if (!(await leadsInside(root, path, file))) return false
    known.set(path, file)
    return true
  }

  const forget = (path: string, file: SharedFile) => {
    if (kept.get(path) === file) kept.delete(path)
  }

  return async (path) => {
    const shared = kept.get(path)
    if (shared && (await shared.isStillAt(path))) return shared.toFile()
    const { handle, stat } = await openPlain(path)
    if (!(await isInside(path, stat).catch(closing(handle)))) {
      await handle.close()
      throw new OutsideError()
    }
    const file = new SharedFile({
      handle,
      stat,
      isKept: kept.size < mostKept,
      forget: () => forget(path, file),
    })
    kept.set(path, file)
    return file.toFile()
  }
}

const closing = (handle: FileHandle) => async (error: unknown) => {
  await handle.close()
  throw error
}

/** A pipe that replaced the file would block here for ever without O_NONBLOCK. */
async function openPlain(path: string): Promise<{ handle: FileHandle; stat: BigIntStats }> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const look = handle.stat({ bigint: true })
  const stat = await look.catch(closing(handle))
  if (stat.isFile()) return { handle, stat }
  await handle.close()
  throw new StorageError('notFound')
}

/** So many files stay open when nobody reads them. */
const mostKept = 64
/** The gap between two requests of a listener who seeks; a disk that is to be unmounted waits no longer. */
const keptMs = 1_000

interface SharedOptions {
  readonly handle: FileHandle
  readonly stat: BigIntStats
  /** Whether it stays open for a while when the last reader is done. */
  readonly isKept: boolean
  /** Nobody is to find it any more. */
  readonly forget: () => void
}

/** One open file that several requests read. */
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

  /** Requests that come at the same time look once. */
  isStillAt(path: string): Promise<boolean> {
    this.#look ??= this.#lookAt(path)
    return this.#look
  }

  /** Holds the file open while it looks. */
  async #lookAt(path: string): Promise<boolean> {
    this.#hold()
    try {
      const now = await stat(path, { bigint: true })
      const { size, mtimeNs } = this.#stat
      const isSame = fileOf(now) === fileOf(this.#stat) && now.size === size && now.mtimeNs === mtimeNs
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

  /** One reader more, until it closes the file. */
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
    }, keptMs).unref()
  }

  /** Nobody finds it any more. */
  #drop(): void {
    this.#isKept = false
    this.#forget()
  }
}

/** Returns whether this very file lies inside the root, whatever links lead there. */
async function leadsInside(root: string, path: string, file: string): Promise<boolean> {
  const [realRoot, realFile] = await Promise.all([realpath(root), realpath(path)])
  if (!isWithin(realRoot, realFile)) return false
  // A link may have been another one when the file was opened.
  return fileOf(await lstat(realFile, { bigint: true })) === file
}

/** The time of change distinguishes a file from another one that was given its number later. */
const fileOf = ({ dev, ino, ctimeNs }: BigIntStats): string => [dev, ino, ctimeNs].join(' ')

export interface RealLocation {
  readonly path: string
  /** The path below the root. */
  readonly ref: string
}

/** Follows every link of the path. */
export function resolveInside(files: FileSystem, root: string, path: string): MaybePromise<RealLocation> {
  return andThen(files.realpath(root), (realRoot) =>
    andThen(files.realpath(path), (real) => {
      if (!isWithin(realRoot, real)) throw new OutsideError()
      return { path: real, ref: real === realRoot ? '' : real.slice(above(realRoot).length) }
    }),
  )
}

/** Larger pieces gain nothing, smaller ones cost half the speed. */
const pieceBytes = 256 * 1024

async function readRange(file: FileHandle, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start + 1)
  for (let count = 0; count < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, count, bytes.length - count, start + count)
    if (bytesRead === 0) throw new StorageError('damaged', { cause: becameShorter })
    count += bytesRead
  }
  return bytes
}

const becameShorter = 'the file became shorter while it was read'

async function fillFrom(file: FileHandle, target: Uint8Array, position: number): Promise<number> {
  const { bytesRead } = await file.read(target, 0, target.length, position)
  return bytesRead
}

/**
 * A file that became shorter after its length was reported makes the stream fail, since a listener would wait for ever for the
 * bytes that are missing.
 */
function streamRange(file: FileHandle, { start, end }: ByteRange): Readable {
  let at = start
  const next = async (): Promise<Uint8Array | null> => {
    if (at > end) return null
    const wanted = Math.min(pieceBytes, end - at + 1)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
    if (bytesRead === 0) throw new StorageError('damaged', { cause: becameShorter })
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

export const factsOf = ({ size, mtimeMs, ctimeMs }: Stats): FileFacts => ({
  sizeBytes: size,
  // The time as `Stats.mtime` has it, which is made more slowly.
  modifiedAt: new Date(Math.round(mtimeMs)).toISOString(),
  changedMs: Math.round(ctimeMs),
})

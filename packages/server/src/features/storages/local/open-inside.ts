/** Opens a file of a folder, and never anything outside it. */
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { OpenFile } from '../storage.ts'
import { OutsideError, StorageError } from '../storage-error.ts'
import { isWithin } from './inside.ts'
import { readRange, streamRange } from './read-range.ts'

const mostKnown = 1_000

/** `path` is the full one. Fails with `StorageError` where it leads out of the root, and as the system does otherwise. */
export type OpenInside = (path: string) => Promise<OpenFile>

/** Knows which paths led inside their root, so that the many requests of one listener look once. */
export function createFileOpener(root: string): OpenInside {
  /** The file that was found there. */
  const known = new LRUCache<string, string>({ max: mostKnown })

  const isInside = async (path: string, opened: BigIntStats): Promise<boolean> => {
    const file = fileOf(opened)
    if (known.get(path) === file) return true
    if (!(await leadsInside(root, path, file))) return false
    known.set(path, file)
    return true
  }

  return async (path) => {
    // Without O_NONBLOCK a pipe put in the file's place would block here for ever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = await handle.stat({ bigint: true })
      if (!stat.isFile()) throw new StorageError('notFound')
      if (!(await isInside(path, stat))) throw new OutsideError()
      return openFile(handle, stat)
    } catch (error) {
      await handle.close()
      throw error
    }
  }
}

const openFile = (handle: FileHandle, { size, mtimeMs, mtimeNs }: BigIntStats): OpenFile => ({
  sizeBytes: Number(size),
  modifiedAt: new Date(Number(mtimeMs)),
  etag: `"${size.toString(36)}-${mtimeNs.toString(36)}"`,
  read: (range) => readRange(handle, range),
  stream: (range) => streamRange(handle, range),
  close: () => handle.close(),
})

/** Whether this very file lies inside the root, whatever links lead there. */
async function leadsInside(root: string, path: string, file: string): Promise<boolean> {
  const [realRoot, realFile] = await Promise.all([realpath(root), realpath(path)])
  if (!isWithin(realRoot, realFile)) return false
  // A link may have been another one when the file was opened.
  return fileOf(await lstat(realFile, { bigint: true })) === file
}

/** The time of change tells a file from another one that was given its number later. */
const fileOf = ({ dev, ino, ctimeNs }: BigIntStats): string => [dev, ino, ctimeNs].join(' ')

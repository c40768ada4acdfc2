/** Opens a file of a storage, and never anything outside it. */
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { LRUCache } from 'lru-cache'

export interface OpenFile {
  readonly handle: FileHandle
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /** Of the bytes as they are now: size and time of change, to the nanosecond. */
  readonly etag: string
}

/** `path` is relative to `root`; undefined where it is gone, leads out of the root, or is not a plain file. */
export type OpenInside = (root: string, path: string) => Promise<OpenFile | undefined>

const mostKnown = 1_000

/** Knows which paths led inside their root, so that the many requests of one listener look once. */
export function createFileOpener(): OpenInside {
  /** The file that was found there. */
  const known = new LRUCache<string, string>({ max: mostKnown })

  const isInside = async (root: string, path: string, opened: BigIntStats): Promise<boolean> => {
    const name = `${root}\n${path}`
    const file = fileOf(opened)
    if (known.get(name) === file) return true
    if (!(await leadsInside(root, path, file))) return false
    known.set(name, file)
    return true
  }

  const openPlain = async (root: string, path: string): Promise<OpenFile | undefined> => {
    // Without O_NONBLOCK a pipe put in the file's place would block here for ever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = await handle.stat({ bigint: true })
      if (stat.isFile() && (await isInside(root, path, stat))) return openFile(handle, stat)
    } catch (error) {
      await handle.close()
      throw error
    }
    await handle.close()
    return undefined
  }

  return async (root, path) => {
    try {
      return await openPlain(root, join(root, path))
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }
}

const openFile = (handle: FileHandle, { size, mtimeMs, mtimeNs }: BigIntStats): OpenFile => ({
  handle,
  sizeBytes: Number(size),
  modifiedAt: new Date(Number(mtimeMs)),
  etag: `"${size.toString(36)}-${mtimeNs.toString(36)}"`,
})

/** Whether this very file lies inside the root, whatever links lead there. */
async function leadsInside(root: string, path: string, file: string): Promise<boolean> {
  const [realRoot, realFile] = await Promise.all([realpath(root), realpath(path)])
  if (!realFile.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return false
  // A link may have been another one when the file was opened.
  return fileOf(await lstat(realFile, { bigint: true })) === file
}

/** The time of change tells a file from another one that was given its number later. */
const fileOf = ({ dev, ino, ctimeNs }: BigIntStats): string => [dev, ino, ctimeNs].join(' ')

const absentCodes = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'EISDIR', 'ENXIO']

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absentCodes.some((code) => code === error.code)
}

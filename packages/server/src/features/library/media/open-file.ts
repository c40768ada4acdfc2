/** Opens a file of a storage, and never anything outside it. */
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

export interface OpenFile {
  readonly handle: FileHandle
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /** Of the bytes as they are now: size and time of change, to the nanosecond. */
  readonly etag: string
}

/** `path` is relative to `root`; undefined where it is gone, leads out of the root, or is not a plain file. */
export async function openInside(root: string, path: string): Promise<OpenFile | undefined> {
  try {
    const [realRoot, realFile] = await Promise.all([realpath(root), realpath(join(root, path))])
    if (!realFile.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return undefined
    return await openPlain(realFile)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

async function openPlain(path: string): Promise<OpenFile | undefined> {
  // Without O_NONBLOCK a pipe put in the file's place would block here for ever.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  const stat = await handle.stat({ bigint: true })
  if (!stat.isFile()) {
    await handle.close()
    return undefined
  }
  return {
    handle,
    sizeBytes: Number(stat.size),
    modifiedAt: new Date(Number(stat.mtimeMs)),
    etag: `"${stat.size.toString(36)}-${stat.mtimeNs.toString(36)}"`,
  }
}

const absentCodes = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'EISDIR', 'ENXIO']

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absentCodes.some((code) => code === error.code)
}

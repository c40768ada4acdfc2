/**
 * Calls what a local storage needs of the system, in two ways: a scan has a thread of its own, where calls that block it are
 * several times as fast; the thread that serves people never waits for a disk.
 */
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { andThen, type MaybePromise, orElse, StorageError, type StorageFault } from '../storage.ts'

export interface FileSystem {
  readonly entries: (path: string) => MaybePromise<Dirent[]>
  /** Returns the facts of a link itself. */
  readonly lstat: (path: string) => MaybePromise<Stats>
  readonly stat: (path: string) => MaybePromise<Stats>
  readonly realpath: (path: string) => MaybePromise<string>
}

export const blockingFiles: FileSystem = {
  entries: (path) => readdirSync(path, { withFileTypes: true }),
  lstat: (path) => lstatSync(path),
  stat: (path) => statSync(path),
  realpath: (path) => realpathSync(path),
}

export const waitingFiles: FileSystem = {
  entries: (path) => readdir(path, { withFileTypes: true }),
  lstat: (path) => lstat(path),
  stat: (path) => stat(path),
  realpath: (path) => realpath(path),
}

export const isThere = (files: FileSystem, path: string): MaybePromise<boolean> =>
  orElse(
    () => andThen(files.lstat(path), () => true),
    () => false,
  )

/** An error of the file system says this of a storage. */
const faultOfCode: Readonly<Record<string, StorageFault>> = {
  ENOENT: 'notFound',
  ENOTDIR: 'notFound',
  ELOOP: 'notFound',
  ENAMETOOLONG: 'notFound',
  EISDIR: 'notFound',
  ENXIO: 'notFound',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  ERR_INVALID_ARG_VALUE: 'forbidden',
}

/** Whatever else a disk says, it says of itself. */
export function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new StorageError(faultOfCode[code] ?? 'unavailable', { cause: error })
}

/**
 * File system calls of local storages, in two variants. Scans run in their own thread and use blocking calls, which are several times as
 * fast; threads that serve requests never block.
 */
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { andThen, type MaybePromise, orElse, StorageError, type StorageFault } from '../storage.ts'

export interface FileSystem {
  readonly entries: (path: string) => MaybePromise<Dirent[]>
  /** Does not follow a link. */
  readonly lstat: (path: string) => MaybePromise<Stats>
  readonly stat: (path: string) => MaybePromise<Stats>
  readonly realpath: (path: string) => MaybePromise<string>
}

export const blockingFileSystem: FileSystem = {
  entries: (path) => readdirSync(path, { withFileTypes: true }),
  lstat: (path) => lstatSync(path),
  stat: (path) => statSync(path),
  realpath: (path) => realpathSync(path),
}

export const asyncFileSystem: FileSystem = {
  entries: (path) => readdir(path, { withFileTypes: true }),
  lstat: (path) => lstat(path),
  stat: (path) => stat(path),
  realpath: (path) => realpath(path),
}

export const exists = (files: FileSystem, path: string): MaybePromise<boolean> =>
  orElse(
    () => andThen(files.lstat(path), () => true),
    () => false,
  )

const faultsByCode: Readonly<Record<string, StorageFault>> = {
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

/** Other errors concern the disk, not the file. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new StorageError(faultsByCode[code] ?? 'unavailable', { cause: error })
}

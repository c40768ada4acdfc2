/** What an error of the file system says of a storage. */
import { StorageError, type StorageFault } from '../storage-error.ts'

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

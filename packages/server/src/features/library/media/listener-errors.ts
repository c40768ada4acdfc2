import { AppError } from '../../../lib/app-error.ts'
import type { StorageError, StorageFault } from '../../storages/storage.ts'

/**
 * Maps a storage fault to the error a listener gets: `notFound` if nothing may be revealed, `storageAway` if a later attempt may succeed.
 */
export function toListenerError(error: StorageError): AppError {
  if (notFoundFaults.includes(error.fault)) return new AppError('notFound', { cause: error })
  // The cause is on this server, not in the storage, and is reported as it is.
  if (error.cause instanceof AppError) return error.cause
  const { retryAfterMs } = error
  const later = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }
  return new AppError('storageAway', { cause: error, ...later })
}

const notFoundFaults: readonly StorageFault[] = ['notFound', 'forbidden']

/** Says what a fault of a storage means for a listener. */
import { AppError } from '../../../lib/app-error.ts'
import type { StorageError, StorageFault } from '../../storages/storage.ts'

/** What nobody may know more of is not found; what may work later says so. */
export function refusalOf(error: StorageError): AppError {
  if (gone.includes(error.fault)) return new AppError('notFound', { cause: error })
  // What is missing here, and not where the file lies, is said as it is.
  if (error.cause instanceof AppError) return error.cause
  const { retryAfterMs } = error
  const later = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }
  return new AppError('storageAway', { cause: error, ...later })
}

const gone: readonly StorageFault[] = ['notFound', 'forbidden']

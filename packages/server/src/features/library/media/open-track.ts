/** Opens the file of a track where it lies. */
import { AppError } from '../../../lib/app-error.ts'
import type { OpenFile } from '../../storages/storage.ts'
import { StorageError, type StorageFault } from '../../storages/storage-error.ts'
import type { MediaSources } from './media-sources.ts'
import type { TrackPlace } from './tracks.store.ts'

export async function openTrack(
  { openStorage }: Pick<MediaSources, 'openStorage'>,
  { storage, path }: TrackPlace,
): Promise<OpenFile> {
  try {
    return await openStorage(storage).open(path)
  } catch (error) {
    throw error instanceof StorageError ? refusalOf(error) : error
  }
}

/** What nobody may know more of is not found; what may work later says so. */
function refusalOf(error: StorageError): AppError {
  if (gone.includes(error.fault)) return new AppError('notFound', { cause: error })
  const { retryAfterMs } = error
  const later = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }
  return new AppError('storageAway', { cause: error, ...later })
}

const gone: readonly StorageFault[] = ['notFound', 'forbidden']

/** Reads tracks by their path relative to the root: local files directly, others by ranges. */
import { createLimitedQueue } from '../../../../lib/queues.ts'
import { isLocal } from '../../../storages/local/local-storage.ts'
import type { OpenFile, Ref, Storage } from '../../../storages/storage.ts'
import { isInArchive } from '../archives.ts'
import type { WalkedTree } from '../walk.ts'
import { computeFingerprint, edgeBytes, remoteBudgets } from './read-sound.ts'
import {
  createSoundReader,
  type RangedSound,
  type SoundReader,
  type SoundReaderOptions,
} from './sound-reader.ts'

export interface StorageSoundsSources {
  readonly storage: Storage
  readonly walked: Pick<WalkedTree, 'refOf' | 'openedArchives'>
  readonly options: SoundReaderOptions | undefined
}

export function openStorageSounds({ storage, walked, options = {} }: StorageSoundsSources): SoundReader {
  if (!isLocal(storage))
    return createRangedReader(storage, walked.refOf, { budgets: remoteBudgets, ...options })
  const reader = createSoundReader(options)
  const ranged = createRangedReader(storage, walked.refOf, options)
  // Entries of an archive have no local path.
  const isEntry = (path: string) => isInArchive(walked.openedArchives, path)
  return {
    ...reader,
    sound: (path) => (isEntry(path) ? ranged.sound(path) : reader.sound(storage.pathOf(path))),
    edges: (path) => (isEntry(path) ? ranged.edges(path) : reader.edges(storage.pathOf(path))),
    picture: (path) => (isEntry(path) ? ranged.picture(path) : reader.picture(storage.pathOf(path))),
    close: async () => {
      await ranged.close()
      await reader.close()
    },
  }
}

function createRangedReader(
  storage: Storage,
  refOf: (path: string) => Ref,
  options: SoundReaderOptions,
): SoundReader {
  const reader = createSoundReader(options)
  const read = createRemoteReads(storage, refOf)
  return {
    ...reader,
    sound: (path) => read.file(path, reader.givenSound),
    edges: (path) =>
      read.file(path, async ({ stat, ...file }) => ({ stat, fingerprint: computeFingerprint(file) })),
    picture: (path) => read.file(path, reader.givenPicture),
    close: async () => {
      read.close()
      await reader.close()
    },
  }
}

/** Opens at most as many files concurrently as the storage allows. */
function createRemoteReads({ open, capabilities }: Storage, refOf: (path: string) => Ref) {
  const inLine = createLimitedQueue({
    atOnce: capabilities.limits.parallel,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitMs: 2 ** 31 - 1,
  })
  let isClosed = false

  const readOpen = async <T>(
    path: string,
    file: OpenFile,
    act: (sound: RangedSound) => Promise<T>,
  ): Promise<T | undefined> => {
    const { sizeBytes, modifiedAt } = file
    let hasFailed = false
    const read: RangedSound['read'] = async ({ position, length }) => {
      try {
        const end = Math.min(position + length, sizeBytes) - 1
        return end < position ? new Uint8Array() : await file.read({ start: position, end })
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
    const head = await read({ position: 0, length: edgeBytes })
    const tailAt = Math.max(head.length, sizeBytes - edgeBytes)
    const tail = await read({ position: tailAt, length: edgeBytes })
    const stat = { sizeBytes, modifiedAt: modifiedAt.toISOString(), changedMs: null }
    const result = await act({ path, sizeBytes, head, tail, stat, read })
    // A result parsed from incomplete data must not count as a fact about the file.
    return hasFailed ? undefined : result
  }
  return {
    file: <T>(path: string, act: (sound: RangedSound) => Promise<T>): Promise<T | undefined> =>
      inLine(async () => {
        if (isClosed) return undefined
        try {
          const file = await open(refOf(path))
          try {
            return await readOpen(path, file, act)
          } finally {
            await file.close()
          }
        } catch {
          return undefined
        }
      }),
    close: () => {
      isClosed = true
    },
  }
}

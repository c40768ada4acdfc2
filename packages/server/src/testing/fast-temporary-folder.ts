/** Finds a fast location for temporary folders of tests. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux has a memory file system there. In containers it often has only 64 MB. */
const memoryFolder = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3

/**
 * Returns the memory file system if it has enough space, otherwise the system's temporary folder. It avoids disk syncs of SQLite
 * and snapshots, which take milliseconds each. Use it only for databases and server data: it may be mounted `noexec`, and storages
 * below `/dev` are forbidden.
 */
export const fastTemporaryFolder = (): string => (hasMemoryFolder() ? memoryFolder : tmpdir())

export function hasMemoryFolder(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bsize, bavail } = statfsSync(memoryFolder)
    return bsize * bavail >= minFreeBytes
  } catch {
    return false
  }
}

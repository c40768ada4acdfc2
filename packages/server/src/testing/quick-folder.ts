/** Finds a path for the folders that go with their test. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux has memory there that looks like a disk; a container often has only 64 MB of it. */
const memory = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3

/**
 * Returns memory where there is plenty of it, and otherwise the usual path: what SQLite and snapshots make sure of takes
 * milliseconds of a disk each time. It is for databases and what a server keeps:
 * programs may be forbidden there, and no storage may lie below `/dev`.
 */
export const quickFolder = (): string => (hasPlentyOfMemory() ? memory : tmpdir())

export function hasPlentyOfMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bsize, bavail } = statfsSync(memory)
    return bsize * bavail >= enoughBytes
  } catch {
    return false
  }
}

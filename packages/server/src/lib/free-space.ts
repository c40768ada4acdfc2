/**
 * Limits how much is written to the disk of the data folder. With a full disk, every database write fails, so tasks and caches stop
 * earlier.
 */
import { statfs } from 'node:fs/promises'
import type { Message } from './messages/messages.rules.ts'

/** Returns why nothing large may be written now; undefined if there is enough space. */
export type SpaceShortageCheck = () => Promise<Message<'disk.short'> | undefined>

export interface FreeSpaceSources {
  /** A folder on the disk to watch. */
  readonly folder: string
  /** 0 disables the check. */
  readonly floorBytes: number
  /** Defaults to a query of the file system. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

export interface CacheLimits {
  /** Converted tracks. */
  readonly forms: number
  /** Tracks unpacked from archives. */
  readonly unpacked: number
}

export const mebibyte = 1024 * 1024
export const defaultFloorBytes = 256 * mebibyte
export const defaultCaches: CacheLimits = { forms: 4_096 * mebibyte, unpacked: 8_192 * mebibyte }

/** Creates a check that compares the free space with the minimum. */
export function createSpaceShortageCheck({
  folder,
  floorBytes,
  freeBytes = freeBytesOf,
}: FreeSpaceSources): SpaceShortageCheck {
  return async () => {
    if (floorBytes === 0) return undefined
    const free = await freeBytes(folder)
    if (free >= floorBytes) return undefined
    const [freeMib, minFreeMib] = [Math.floor(free / mebibyte), Math.ceil(floorBytes / mebibyte)]
    return { code: 'disk.short', values: { folder, freeMib, minFreeMib } }
  }
}

/** Returns the free bytes that are available to users other than root. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bsize, bavail } = await statfs(folder)
  return bsize * bavail
}

/**
 * Bounds of what is written to the disk of the data folder. A database whose disk is full refuses what everybody does: tasks and
 * caches stop before that.
 */
import { statfs } from 'node:fs/promises'
import type { Message } from './messages/messages.rules.ts'

/** Returns why nothing large may be written now; undefined if there is enough space. */
export type ShortOfSpace = () => Promise<Message<'disk.short'> | undefined>

export interface FreeSpaceSources {
  /** A folder on the disk in question. */
  readonly folder: string
  /** 0 for none. */
  readonly floorBytes: number
  /** The system is queried without it. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/** Bytes that each cache may hold. */
export interface CacheBounds {
  /** Sounds in other forms. */
  readonly forms: number
  /** The bytes that were unpacked of archives. */
  readonly unpacked: number
}

export const mebibyte = 1024 * 1024
export const usualFloorBytes = 256 * mebibyte
export const usualCaches: CacheBounds = { forms: 4_096 * mebibyte, unpacked: 8_192 * mebibyte }

export function watchFreeSpace({
  folder,
  floorBytes,
  freeBytes = freeBytesOf,
}: FreeSpaceSources): ShortOfSpace {
  return async () => {
    if (floorBytes === 0) return undefined
    const free = await freeBytes(folder)
    if (free >= floorBytes) return undefined
    const [freeMib, minFreeMib] = [Math.floor(free / mebibyte), Math.ceil(floorBytes / mebibyte)]
    return { code: 'disk.short', values: { folder, freeMib, minFreeMib } }
  }
}

/** Returns what the disk of a folder has left for who is not root. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bsize, bavail } = await statfs(folder)
  return bsize * bavail
}

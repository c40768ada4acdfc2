/**
 * A disk cache of unpacked or converted tracks. Concurrent requests share one job, which ends when its last waiter leaves; the least
 * recently used files are evicted.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../lib/app-error.ts'
import { defaultCaches, type SpaceShortageCheck } from '../../../lib/free-space.ts'
import { CodedError } from '../../../lib/messages/coded-error.ts'
import type { Message } from '../../../lib/messages/messages.rules.ts'
import { createLimitedQueue, type QueueLimits } from '../../../lib/queues.ts'
import { StorageError } from '../storage.ts'

export interface ExtractionCache {
  /** Returns the path of the cached file, and creates it if needed. `name` is a file name. */
  readonly extract: (wanted: ExtractionRequest, signal?: AbortSignal) => Promise<string>
}

export interface ExtractionRequest {
  readonly name: string
  readonly sizeBytes: number | undefined
  /** Writes the complete file, or fails; a partial file is then deleted. */
  readonly make: (path: string, signal: AbortSignal) => Promise<void>
}

interface ExtractionJob {
  readonly made: Promise<string>
  readonly stop: AbortController
  waiting: number
}

/** Each job uses a core. */
const defaultLine = { atOnce: 2, maxWaiting: 20, maxWaitMs: 60_000 }

export interface ExtractionsOptions {
  /** Limit of all files in bytes. A single file may use half of it. */
  readonly maxBytes?: number | undefined
  readonly line?: QueueLimits
  /** Reports a lack of disk space. No file is created then; existing files are still returned. */
  readonly isShort?: SpaceShortageCheck | undefined
}

export function createExtractionCache(
  folder: string,
  { maxBytes = defaultCaches.unpacked, line = defaultLine, isShort }: ExtractionsOptions = {},
): ExtractionCache {
  const making = new Map<string, ExtractionJob>()
  const inLine = createLimitedQueue(line)
  const bound = createEviction(folder, maxBytes)

  const begin = ({ name, make }: ExtractionRequest): ExtractionJob => {
    const stop = new AbortController()
    const made = inLine(async () => {
      const shortage = await isShort?.()
      if (shortage !== undefined) throw new StorageError('unavailable', { cause: storageFullError(shortage) })
      return writeFileAtomically(folder, { name, make }, stop.signal)
    })
      .catch((error: unknown) => {
        throw error instanceof AppError ? new StorageError('rateLimited', { retryAfterMs: 5_000 }) : error
      })
      .then(async (path) => {
        await bound(name)
        return path
      })
      .finally(() => making.delete(name))
    made.catch(() => {})
    const begun = { made, stop, waiting: 0 }
    making.set(name, begun)
    return begun
  }

  const extract: ExtractionCache['extract'] = async (wanted, signal) => {
    if ((wanted.sizeBytes ?? 0) > maxBytes / 2)
      throw new StorageError('forbidden', { cause: 'larger than the cache' })
    const path = join(folder, wanted.name)
    const begun = making.get(wanted.name)
    if (begun?.stop.signal.aborted) {
      // The previous job was aborted when its last waiter left. Wait for it, then start over.
      await begun.made.catch(() => {})
      return extract(wanted, signal)
    }
    if (!begun && (await touchIfPresent(path, wanted.sizeBytes))) return path
    return waitFor(making.get(wanted.name) ?? begin(wanted), signal)
  }
  return { extract }
}

const storageFullError = (shortage: Message) =>
  new AppError('storageFull', { cause: new CodedError(shortage) })

/** Waits for the job, and aborts it when the last waiter leaves. */
async function waitFor(making: ExtractionJob, signal: AbortSignal | undefined): Promise<string> {
  making.waiting += 1
  let leave = () => {}
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(new StorageError('unavailable', { cause: 'nobody waits for the file any more' }))
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([making.made, left])
  } finally {
    signal?.removeEventListener('abort', leave)
    making.waiting -= 1
    if (making.waiting === 0) making.stop.abort()
  }
}

/** Returns whether the file exists with this size, and updates its time for the LRU order. */
async function touchIfPresent(path: string, sizeBytes: number | undefined): Promise<boolean> {
  try {
    const { size } = await stat(path)
    if (size !== (sizeBytes ?? size)) return false
    const now = new Date()
    await utimes(path, now, now)
    return true
  } catch {
    return false
  }
}

async function writeFileAtomically(
  folder: string,
  { name, make }: Pick<ExtractionRequest, 'name' | 'make'>,
  signal: AbortSignal,
): Promise<string> {
  const path = join(folder, name)
  // Two threads may create the same file concurrently; the last rename wins.
  const unfinished = `${path}.${randomUUID()}.part`
  await mkdir(folder, { recursive: true })
  try {
    await make(unfinished, signal)
    if (signal.aborted) throw new StorageError('unavailable', { cause: 'nobody waits any more' })
    await rename(unfinished, path)
    return path
  } catch (cause) {
    await rm(unfinished, { force: true })
    throw cause instanceof StorageError ? cause : new StorageError('unavailable', { cause })
  }
}

/** Other threads add files too, so the folder is scanned again after using this share of the free space. */
const recheckFraction = 1 / 8
/** When the cache is full, evicts down to this share, so that not every new file causes an eviction. */
const evictDownTo = 0.9

/**
 * Returns the function to call after each new file. It does not scan the folder each time, which would take longer than creating many
 * small files.
 */
function createEviction(folder: string, maxBytes: number): (added: string) => Promise<void> {
  let unseen = 0
  return async (added) => {
    const found = await stat(join(folder, added)).catch(() => undefined)
    unseen -= found?.size ?? 0
    if (unseen > 0) return
    const bytes = await evictOldest(folder, maxBytes, added)
    unseen = Math.max(0, maxBytes - bytes) * recheckFraction
  }
}

/**
 * Deletes the least recently used files, except `kept`, and returns the remaining bytes. A deleted file that is being streamed stays
 * readable.
 */
async function evictOldest(folder: string, maxBytes: number, kept: string): Promise<number> {
  const files = []
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found) files.push({ name, bytes: found.size, usedMs: found.mtimeMs })
  }
  files.sort((a, b) => Number(a.name === kept) - Number(b.name === kept) || a.usedMs - b.usedMs)
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const bound = bytes > maxBytes ? maxBytes * evictDownTo : maxBytes
  for (const file of files) {
    if (bytes <= bound || file.name === kept) break
    await rm(join(folder, file.name), { force: true })
    bytes -= file.bytes
  }
  return bytes
}

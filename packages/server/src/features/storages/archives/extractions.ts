/**
 * Files that are made to be heard, unpacked or converted: each is made once, for as long as somebody waits for it, and those that were not
 * heard for the longest time go when they take too much together.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../lib/app-error.ts'
import { type ShortOfSpace, usualCaches } from '../../../lib/free-space.ts'
import { CodedError } from '../../../lib/messages/coded-error.ts'
import type { Message } from '../../../lib/messages/messages.rules.ts'
import { createWaitingLine, type Line } from '../../../lib/queues.ts'
import { StorageError } from '../storage.ts'

export interface Extractions {
  /** Returns the path of the file of that name, made where it is not there. `name` is a file name. */
  readonly extract: (wanted: WantedFile, signal?: AbortSignal) => Promise<string>
}

export interface WantedFile {
  readonly name: string
  /** It is undefined where nobody knows it before the file is made. */
  readonly sizeBytes: number | undefined
  /** Writes it whole, or fails; what it wrote then goes. */
  readonly make: (path: string, signal: AbortSignal) => Promise<void>
}

interface Making {
  readonly made: Promise<string>
  readonly stop: AbortController
  waiting: number
}

/** Each keeps a core busy. */
const usualLine = { atOnce: 2, mostWaiting: 20, maxWaitMs: 60_000 }

export interface ExtractionsOptions {
  /** The bytes of all files together; none may be larger than half of it. */
  readonly mostBytes?: number | undefined
  readonly line?: Line
  /** Nothing is made where it says that there is no room; what is there already is given. */
  readonly isShort?: ShortOfSpace | undefined
}

export function createExtractions(
  folder: string,
  { mostBytes = usualCaches.unpacked, line = usualLine, isShort }: ExtractionsOptions = {},
): Extractions {
  const making = new Map<string, Making>()
  const inLine = createWaitingLine(line)
  const bound = createBound(folder, mostBytes)

  const begin = ({ name, make }: WantedFile): Making => {
    const stop = new AbortController()
    const made = inLine(async () => {
      const shortage = await isShort?.()
      if (shortage !== undefined) throw new StorageError('unavailable', { cause: noRoom(shortage) })
      return write(folder, { name, make }, stop.signal)
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

  const extract: Extractions['extract'] = async (wanted, signal) => {
    if ((wanted.sizeBytes ?? 0) > mostBytes / 2)
      throw new StorageError('forbidden', { cause: 'larger than the cache' })
    const path = join(folder, wanted.name)
    const begun = making.get(wanted.name)
    if (begun?.stop.signal.aborted) {
      // Everybody had gone: it ends, and is begun again for who comes now.
      await begun.made.catch(() => {})
      return extract(wanted, signal)
    }
    if (!begun && (await isThere(path, wanted.sizeBytes))) return path
    return waitFor(making.get(wanted.name) ?? begin(wanted), signal)
  }
  return { extract }
}

const noRoom = (shortage: Message) => new AppError('storageFull', { cause: new CodedError(shortage) })

/** Ends the work when the last of those who wait for it has gone. */
async function waitFor(making: Making, signal: AbortSignal | undefined): Promise<string> {
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

/** Notes that it was used. */
async function isThere(path: string, sizeBytes: number | undefined): Promise<boolean> {
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

async function write(
  folder: string,
  { name, make }: Pick<WantedFile, 'name' | 'make'>,
  signal: AbortSignal,
): Promise<string> {
  const path = join(folder, name)
  // Two threads may make the same at once: whoever ends last has made it.
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

/** Another thread adds to the folder as well: so little of what may be added is added without a look. */
const partUnseen = 1 / 8
/** What is full is emptied by more than one file at a time. */
const partKept = 0.9

/**
 * Returns what is called behind each new file. To look at all files each time takes longer than to make them, where they are as
 * many and small as texts of a library of archives.
 */
function createBound(folder: string, mostBytes: number): (added: string) => Promise<void> {
  let unseen = 0
  return async (added) => {
    const found = await stat(join(folder, added)).catch(() => undefined)
    unseen -= found?.size ?? 0
    if (unseen > 0) return
    const bytes = await dropOldest(folder, mostBytes, added)
    unseen = Math.max(0, mostBytes - bytes) * partUnseen
  }
}

/** A file that is being heard is read to its end although it is gone. Returns the bytes of those that are left. */
async function dropOldest(folder: string, mostBytes: number, kept: string): Promise<number> {
  const files = []
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found) files.push({ name, bytes: found.size, usedMs: found.mtimeMs })
  }
  files.sort((a, b) => Number(a.name === kept) - Number(b.name === kept) || a.usedMs - b.usedMs)
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const bound = bytes > mostBytes ? mostBytes * partKept : mostBytes
  for (const file of files) {
    if (bytes <= bound || file.name === kept) break
    await rm(join(folder, file.name), { force: true })
    bytes -= file.bytes
  }
  return bytes
}

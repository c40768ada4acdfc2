/** Opens entries of zip archives in a storage as if the archives were folders: `work.zip/1.mp3`. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { openLocalStorage } from '../local/local-storage.ts'
import { type ByteRange, type OpenFile, type Ref, type Storage, StorageError } from '../storage.ts'
import type { ExtractionCache } from './extraction-cache.ts'
import type { ArchiveEntry } from './zip-entries.rules.ts'
import { findEntryRange, inflateEntry, readDirectory } from './zip-file.ts'

export const isZipName = (name: string): boolean => /\.zip$/i.test(name)

export const isArchived = (ref: Ref): boolean => /\.zip\//i.test(ref)

/** Splits a reference at each position where an archive may end. */
export function splitAtArchives(ref: Ref): { readonly archive: Ref; readonly inside: string }[] {
  return [...ref.matchAll(/\.zip\//gi)].map(({ index }) => ({
    archive: ref.slice(0, index + 4),
    inside: ref.slice(index + 5),
  }))
}

/** Number of cached directories: enough for the works being played. */
const maxDirectories = 100

/** Returns the storage with access to archive entries. A folder whose name ends in `.zip` stays a folder. */
export function withArchives<S extends Storage>(storage: S, extractions: ExtractionCache): S {
  const directories = new LRUCache<string, ReadonlyMap<string, ArchiveEntry>>({ max: maxDirectories })

  const directoryOf = async (ref: Ref, archive: OpenFile) => {
    const name = `${ref}\n${archive.etag}`
    const known = directories.get(name)
    if (known) return known
    const { entries } = await readDirectory(archive)
    const found = new Map(entries.map((entry) => [entry.path, entry]))
    directories.set(name, found)
    return found
  }

  const openIn = async (ref: Ref, inside: string, signal?: AbortSignal): Promise<OpenFile> => {
    const archive = await storage.open(ref)
    try {
      const entry = (await directoryOf(ref, archive)).get(inside)
      if (!entry) throw new StorageError('notFound')
      if (entry.isStored) return openStoredEntry(archive, await findEntryRange(archive, entry))
      return await openDeflatedEntry(archive, { storage, ref, entry, extractions, signal })
    } catch (error) {
      await archive.close()
      throw error
    }
  }

  return {
    ...storage,
    open: async (ref, signal) => {
      const splits = splitAtArchives(ref)
      for (const { archive, inside } of splits) {
        const isFile = await Promise.resolve(storage.stat(archive)).then(
          ({ kind }) => kind === 'file',
          () => false,
        )
        if (isFile) return openIn(archive, inside, signal)
      }
      return storage.open(ref, signal)
    },
    // The storage can only link to the whole archive, not to an entry.
    link: async (ref, wishes) => (splitAtArchives(ref).length > 0 ? undefined : storage.link(ref, wishes)),
  }
}

/** An uncompressed entry is a byte range of the archive. */
function openStoredEntry(archive: OpenFile, { start, end }: ByteRange): OpenFile {
  const within = (range: ByteRange) => ({ start: start + range.start, end: Math.min(start + range.end, end) })
  const { fill, modifiedAt } = archive
  return {
    sizeBytes: end - start + 1,
    modifiedAt,
    etag: `${archive.etag.slice(0, -1)}-${start.toString(36)}"`,
    read: (range) => archive.read(within(range)),
    stream: (range): Readable => archive.stream(within(range)),
    ...(fill && {
      fill: (target: Uint8Array, position: number) =>
        fill(target.subarray(0, Math.max(0, end - start + 1 - position)), start + position),
    }),
    close: () => archive.close(),
  }
}

interface DeflatedEntry {
  readonly storage: Storage
  readonly ref: Ref
  readonly entry: ArchiveEntry
  readonly extractions: ExtractionCache
  readonly signal: AbortSignal | undefined
}

/** Decompresses an entry into the cache, opens the result, and closes the archive. */
async function openDeflatedEntry(
  archive: OpenFile,
  { storage, ref, entry, extractions, signal }: DeflatedEntry,
): Promise<OpenFile> {
  const { path, crc, sizeBytes, headerOffset } = entry
  const key = JSON.stringify([ref, archive.etag, path, crc, sizeBytes, headerOffset])
  const name = createHash('sha256').update(key).digest('hex').slice(0, 40)
  // Opens the archive again, since other waiters may need the result after this caller left.
  const make = async (target: string, stop: AbortSignal) => {
    const own = await storage.open(ref)
    try {
      const bytes = await inflateEntry(own, entry)
      await pipeline(bytes, createWriteStream(target, { mode: 0o600 }), { signal: stop })
    } finally {
      await own.close()
    }
  }
  const file = await extractions.extract({ name, sizeBytes, make }, signal)
  const at = file.lastIndexOf('/')
  const opened = await openLocalStorage(file.slice(0, at)).open(file.slice(at + 1))
  await archive.close()
  // The cached file may be created again with the same bytes, so its own ETag and time are not used.
  const etag = `${archive.etag.slice(0, -1)}-${headerOffset.toString(36)}"`
  return { ...opened, etag, modifiedAt: archive.modifiedAt }
}

/** Opens what lies in zip archives of a storage as if they were folders: `work.zip/1.mp3`. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { openLocalStorage } from '../local/local-storage.ts'
import { type ByteRange, type OpenFile, type Ref, type Storage, StorageError } from '../storage.ts'
import type { Extractions } from './extractions.ts'
import type { ArchiveEntry } from './zip-entries.rules.ts'
import { inflated, rangeOf, readDirectory } from './zip-file.ts'

export const isZipName = (name: string): boolean => /\.zip$/i.test(name)

/** Returns whether a reference may lead into an archive. */
export const isArchived = (ref: Ref): boolean => /\.zip\//i.test(ref)

/** Finds where in an archive a reference leads, at every position where an archive may end. */
export function splitsAtArchives(ref: Ref): { readonly archive: Ref; readonly inside: string }[] {
  return [...ref.matchAll(/\.zip\//gi)].map(({ index }) => ({
    archive: ref.slice(0, index + 4),
    inside: ref.slice(index + 5),
  }))
}

/** Directories that are kept: those of the works that are being heard. */
const mostDirectories = 100

/** A folder whose name ends like that of an archive stays a folder. */
export function withArchives<S extends Storage>(storage: S, extractions: Extractions): S {
  const directories = new LRUCache<string, ReadonlyMap<string, ArchiveEntry>>({ max: mostDirectories })

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
      if (entry.isStored) return storedEntry(archive, await rangeOf(archive, entry))
      return await deflatedEntry(archive, { storage, ref, entry, extractions, signal })
    } catch (error) {
      await archive.close()
      throw error
    }
  }

  return {
    ...storage,
    open: async (ref, signal) => {
      const splits = splitsAtArchives(ref)
      for (const { archive, inside } of splits) {
        const isFile = await Promise.resolve(storage.stat(archive)).then(
          ({ kind }) => kind === 'file',
          () => false,
        )
        if (isFile) return openIn(archive, inside, signal)
      }
      return storage.open(ref, signal)
    },
    // A storage knows the archive alone: nobody is sent to it for what lies inside.
    link: async (ref, wishes) => (splitsAtArchives(ref).length > 0 ? undefined : storage.link(ref, wishes)),
  }
}

/** Part of the archive, as it lies there. */
function storedEntry(archive: OpenFile, { start, end }: ByteRange): OpenFile {
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

interface Deflated {
  readonly storage: Storage
  readonly ref: Ref
  readonly entry: ArchiveEntry
  readonly extractions: Extractions
  readonly signal: AbortSignal | undefined
}

/** Closes the archive. */
async function deflatedEntry(
  archive: OpenFile,
  { storage, ref, entry, extractions, signal }: Deflated,
): Promise<OpenFile> {
  const { path, crc, sizeBytes, headerOffset } = entry
  const key = JSON.stringify([ref, archive.etag, path, crc, sizeBytes, headerOffset])
  const name = createHash('sha256').update(key).digest('hex').slice(0, 40)
  // Others may wait for it when this one has gone.
  const make = async (target: string, stop: AbortSignal) => {
    const own = await storage.open(ref)
    try {
      const bytes = await inflated(own, entry)
      await pipeline(bytes, createWriteStream(target, { mode: 0o600 }), { signal: stop })
    } finally {
      await own.close()
    }
  }
  const file = await extractions.extract({ name, sizeBytes, make }, signal)
  const at = file.lastIndexOf('/')
  const opened = await openLocalStorage(file.slice(0, at)).open(file.slice(at + 1))
  await archive.close()
  // The file here is made anew now and then, of the same bytes.
  const etag = `${archive.etag.slice(0, -1)}-${headerOffset.toString(36)}"`
  return { ...opened, etag, modifiedAt: archive.modifiedAt }
}

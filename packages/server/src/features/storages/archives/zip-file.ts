import { pipeline, type Readable, Transform } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { type ByteRange, type OpenFile, StorageError } from '../storage.ts'
import {
  type ArchiveEntry,
  type ListedEntry,
  maxEntries,
  type ValidatedEntries,
  validateEntries,
} from './zip-entries.rules.ts'

/** Fails with `damaged` if the file is not a complete zip, or has too many entries. */
export async function readDirectory(file: OpenFile): Promise<ValidatedEntries> {
  const judged = validateEntries(await listEntries(file), file.sizeBytes)
  if (!judged) throw new StorageError('damaged', { cause: 'entries of the archive overlap' })
  return judged
}

async function listEntries(file: OpenFile): Promise<ListedEntry[]> {
  const zip = await open(file)
  try {
    if (zip.entryCount > maxEntries) throw new StorageError('damaged', { cause: 'too many entries' })
    const listed: ListedEntry[] = []
    for await (const entry of zip.eachEntry()) listed.push(toListedEntry(entry))
    return listed
  } catch (error) {
    throw toStorageError(error)
  } finally {
    zip.close()
  }
}

const options = { lazyEntries: true, decodeStrings: false, autoClose: false, validateEntrySizes: false }

const open = async (file: OpenFile): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(new WindowReader(file), file.sizeBytes, options).catch((error: unknown) => {
    throw toStorageError(error)
  })

const toStorageError = (cause: unknown): StorageError =>
  cause instanceof StorageError ? cause : new StorageError('damaged', { cause })

const unicodePathId = 0x7075

function toListedEntry(entry: Entry): ListedEntry {
  return {
    rawName: entry.fileNameRaw,
    unicodeName: unicodeNameOf(entry),
    flags: entry.generalPurposeBitFlag,
    method: entry.compressionMethod,
    crc: entry.crc32,
    compressedBytes: entry.compressedSize,
    sizeBytes: entry.uncompressedSize,
    headerOffset: entry.relativeOffsetOfLocalHeader,
  }
}

/** Parses the Unicode Path field: version 1, the CRC-32 of the raw name, then the name. */
function unicodeNameOf({ extraFields, fileNameRaw }: Entry): string | undefined {
  const field = extraFields.find(({ id }) => id === unicodePathId)?.data
  if (!field || field.length < 6 || field[0] !== 1) return undefined
  return field.readUInt32LE(1) === crc32(fileNameRaw) ? field.toString('utf8', 5) : undefined
}

const windowBytes = 128 * 1024
/** Enough for the maximum number of entries with long paths in two encodings. Archivers may add 200 kB of extra data to each. */
const maxDirectoryBytes = 32 * 1024 * 1024

/** Buffers reads of the directory: they are a few bytes each, and would all be requests in a network storage. */
class WindowReader extends RandomAccessReader {
  readonly #file: OpenFile
  #start = 0
  #bytes: Uint8Array = new Uint8Array()
  #fetched = 0

  constructor(file: OpenFile) {
    super()
    this.#file = file
  }

  override read(
    ...[buffer, offset, length, position, callback]: Parameters<RandomAccessReader['read']>
  ): void {
    this.#fill(position, length).then(
      (bytes) => {
        buffer.set(bytes, offset)
        callback(null)
      },
      (error: unknown) => callback(toStorageError(error)),
    )
  }

  async #fill(position: number, length: number): Promise<Uint8Array> {
    const { sizeBytes } = this.#file
    if (position < 0 || position + length > sizeBytes)
      throw new Error('the directory leads out of the archive')
    if (position < this.#start || position + length > this.#start + this.#bytes.length) {
      const end = Math.min(position + Math.max(length, windowBytes), sizeBytes) - 1
      this.#bytes = end < position ? new Uint8Array() : await this.#file.read({ start: position, end })
      this.#start = position
      this.#fetched += this.#bytes.length
      if (this.#fetched > maxDirectoryBytes) throw new Error('the directory is larger than that of any work')
    }
    return this.#bytes.subarray(position - this.#start, position - this.#start + length)
  }
}

const headerBytes = 30
const headerSignature = 0x04034b50

/** Returns the range of an entry's compressed bytes in the archive. */
export async function findEntryRange(
  file: OpenFile,
  { headerOffset, compressedBytes }: ArchiveEntry,
): Promise<ByteRange> {
  if (headerOffset + headerBytes > file.sizeBytes) throw new StorageError('damaged')
  const bytes = await file.read({ start: headerOffset, end: headerOffset + headerBytes - 1 })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== headerSignature) throw new StorageError('damaged')
  const start = headerOffset + headerBytes + view.getUint16(26, true) + view.getUint16(28, true)
  const end = start + compressedBytes - 1
  if (end >= file.sizeBytes) throw new StorageError('damaged')
  return { start, end }
}

/**
 * Returns the decompressed bytes of an entry. Fails if size or checksum differ from the directory, and never returns more than its size.
 */
export async function inflateEntry(file: OpenFile, entry: ArchiveEntry): Promise<Readable> {
  const range = await findEntryRange(file, entry)
  let count = 0
  let sum = 0
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      sum = crc32(chunk, sum)
      done(count > entry.sizeBytes ? new StorageError('damaged') : null, chunk)
    },
    flush: (done) =>
      done(count === entry.sizeBytes && sum === entry.crc ? null : new StorageError('damaged')),
  })
  return pipeline(file.stream(range), createInflateRaw(), check, () => {})
}

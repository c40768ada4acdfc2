/**
 * A virtual zip of files from any storages, readable from any position: its bytes are generated while they are sent. Checksums of files
 * outside the requested range are computed by reading them, and cached.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { createLimitedQueue, type RunQueued } from '../../../lib/queues.ts'
import { type ByteRange, type OpenFile, StorageError } from '../../storages/storage.ts'
import { layOutZip, type ZipEntry, type ZipLayout, type ZipPart } from './zip-layout.rules.ts'

export interface PackedFile extends ZipEntry {
  readonly id: string
  readonly open: () => Promise<OpenFile>
}

export type OpenWorkZip = (files: readonly PackedFile[]) => OpenFile

/** Number of cached checksums, each of a few bytes. */
const maxCached = 50_000
/** A request for only the end of a zip reads all of its files, so few may run at once. */
const checksumQueue = { atOnce: 2, maxWaiting: 50, maxWaitMs: 600_000 }

export function createWorkZips(): OpenWorkZip {
  const checksums = new LRUCache<string, number>({ maxSize: maxCached, sizeCalculation: () => 1 })
  const inLine = createLimitedQueue(checksumQueue)
  return (files) => openZip(files, new ZipBytes(files, { checksums, inLine }))
}

function openZip(files: readonly PackedFile[], bytes: ZipBytes): OpenFile {
  const { sizeBytes } = bytes.layout
  return {
    sizeBytes,
    modifiedAt: new Date(Math.max(0, ...files.map(({ modifiedAt }) => modifiedAt.getTime()))),
    etag: `"${createHash('sha256')
      .update(JSON.stringify(files.map(identityOf)))
      .digest('base64url')}"`,
    read: async (range) => {
      const read: Uint8Array[] = []
      // The generator reuses its buffer, so each piece is copied.
      for await (const piece of bytes.pieces(range)) read.push(Buffer.from(piece))
      return Buffer.concat(read)
    },
    stream: (range) => Readable.from(bytes.pieces(range), { objectMode: false }),
    close: () => bytes.close(),
  }
}

const identityOf = ({ id, name, sizeBytes, modifiedAt }: PackedFile) => [id, name, sizeBytes, +modifiedAt]

interface ZipResources {
  readonly checksums: LRUCache<string, number>
  readonly inLine: RunQueued
}

type PieceGenerator = AsyncGenerator<Uint8Array, void, void>

class ZipBytes {
  readonly layout: ZipLayout
  readonly #files: readonly PackedFile[]
  readonly #shared: ZipResources
  #reading: OpenFile | undefined
  #isClosed = false

  constructor(files: readonly PackedFile[], shared: ZipResources) {
    this.layout = layOutZip(files)
    this.#files = files
    this.#shared = shared
  }

  async *pieces({ start, end }: ByteRange): PieceGenerator {
    for (const part of this.layout.parts) {
      if (part.start > end) return
      if (part.start + part.length <= start) continue
      const wanted = {
        start: Math.max(0, start - part.start),
        end: Math.min(part.length - 1, end - part.start),
      }
      if (part.type === 'file') yield* this.#readBytes(this.#fileAt(part.entry), wanted)
      else yield (await this.#makePart(part)).subarray(wanted.start, wanted.end + 1)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#release()
  }

  #fileAt(index: number): PackedFile {
    const file = this.#files[index]
    if (!file) throw new Error('the layout names a file that is not there')
    return file
  }

  async #makePart(part: Extract<ZipPart, { readonly type: 'made' }>): Promise<Buffer> {
    const crcs: number[] = []
    for (const index of part.of) crcs.push(await this.#checksumOf(this.#fileAt(index)))
    return part.make(crcs)
  }

  async #checksumOf(file: PackedFile): Promise<number> {
    const { checksums, inLine } = this.#shared
    const name = checksumKeyOf(file)
    if (!checksums.has(name)) {
      await inLine(async () => {
        const nothing = { start: file.sizeBytes, end: file.sizeBytes }
        for await (const _ of this.#readBytes(file, nothing));
      })
    }
    return checksums.get(name) ?? 0
  }

  /** Yields the wanted range. If the checksum is unknown, or the range starts at 0, reads the file from its start to compute it. */
  async *#readBytes(file: PackedFile, wanted: ByteRange): PieceGenerator {
    const isSummed = wanted.start === 0 || !this.#shared.checksums.has(checksumKeyOf(file))
    let [at, crc] = [isSummed ? 0 : wanted.start, 0]
    const source = await this.#open(file)
    try {
      // Storages cannot stream a range of an empty file.
      const rest = file.sizeBytes === 0 ? [] : source.stream({ start: at, end: file.sizeBytes - 1 })
      for await (const piece of rest) {
        this.#assertOpen()
        const bytes: Uint8Array = piece
        if (isSummed) crc = crc32(bytes, crc)
        const sent = bytes.subarray(Math.max(0, wanted.start - at), Math.max(0, wanted.end + 1 - at))
        at += bytes.length
        if (sent.length > 0) yield sent
        if (at > wanted.end && at < file.sizeBytes) return
      }
      if (isSummed) this.#shared.checksums.set(checksumKeyOf(file), crc)
    } finally {
      await this.#release()
    }
  }

  async #open(file: PackedFile): Promise<OpenFile> {
    const source = await file.open()
    this.#reading = source
    try {
      this.#assertOpen()
      // The length was already announced. A file of another length would produce a corrupted zip that still opens.
      if (source.sizeBytes !== file.sizeBytes)
        throw new StorageError('damaged', { cause: 'the file is not the one that was listed' })
      return source
    } catch (error) {
      await this.#release()
      throw error
    }
  }

  async #release(): Promise<void> {
    const reading = this.#reading
    this.#reading = undefined
    await reading?.close()
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new StorageError('unavailable', { cause: 'nobody reads the zip any more' })
  }
}

const checksumKeyOf = ({ id, sizeBytes, modifiedAt }: PackedFile): string =>
  JSON.stringify([id, sizeBytes, +modifiedAt])

/** Reads and writes tar files (POSIX ustar) sequentially, hashing every byte. */
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

export interface TarWriter {
  readonly add: (name: string, bytes: Uint8Array) => Promise<void>
  /** SHA-256 of everything written so far, in hex. */
  readonly digest: () => string
  /** Resolves when the data is on the disk. */
  readonly end: () => Promise<void>
}

export interface TarEntry {
  readonly name: string
  readonly bytes: Buffer
  /** SHA-256 of everything before this entry, in hex. */
  readonly digestBefore: string
}

/** Thrown if the file is not a tar file or is truncated. The message is part of a sentence. */
export class TarFault extends Error {}

const blockBytes = 512
/** Larger entries are invalid and are not read into memory. */
const maxEntryBytes = 256 * 1024 * 1024
const nameBytes = { name: 100, prefix: 155 }

export function writeTar(file: FileHandle): TarWriter {
  const hashed = createHash('sha256')
  const write = async (bytes: Uint8Array) => {
    hashed.update(bytes)
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
  }
  return {
    add: async (name, bytes) => {
      await write(headerOf(name, bytes.length))
      await write(bytes)
      await write(Buffer.alloc(paddingOf(bytes.length)))
    },
    digest: () => hashed.copy().digest('hex'),
    end: async () => {
      await write(Buffer.alloc(2 * blockBytes))
      await file.sync()
    },
  }
}

const paddingOf = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes

function headerOf(path: string, size: number): Buffer {
  const { name, prefix } = splitName(path)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('0ustar\u000000', 156)
  header.write(prefix, 345)
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148)
  return header
}

const octal = (number: number, digits: number) => number.toString(8).padStart(digits, '0')

/** Splits a long path at a slash. */
function splitName(path: string): { name: string; prefix: string } {
  const length = Buffer.byteLength(path)
  if (length <= nameBytes.name) return { name: path, prefix: '' }
  const cut = path.indexOf('/', Math.max(0, path.length - nameBytes.name - 1))
  const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)]
  if (cut < 0 || Buffer.byteLength(prefix) > nameBytes.prefix || Buffer.byteLength(name) > nameBytes.name)
    throw new Error(`a name of ${length} bytes fits no header`)
  return { name, prefix }
}

/** The checksum field itself counts as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

/** @throws TarFault */
export async function* readTar(path: string): AsyncGenerator<TarEntry> {
  const file = await open(path)
  try {
    const reader = hashingReader(file)
    for (;;) {
      const digestBefore = reader.hashed.copy()
      const header = await reader.read(blockBytes)
      if (header.every((byte) => byte === 0)) return
      const { name, size } = readHeader(header)
      const bytes = await reader.read(size)
      await reader.read(paddingOf(size))
      yield { name, bytes, digestBefore: digestBefore.digest('hex') }
    }
  } finally {
    await file.close()
  }
}

function hashingReader(file: FileHandle): {
  readonly hashed: Hash
  readonly read: (size: number) => Promise<Buffer>
} {
  const hashed = createHash('sha256')
  return {
    hashed,
    read: async (size) => {
      const bytes = Buffer.alloc(size)
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, size - at)
        if (bytesRead === 0) throw new TarFault('it is cut off')
        at += bytesRead
      }
      hashed.update(bytes)
      return bytes
    },
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (at: number, length: number) =>
    (header.toString('utf8', at, at + length).split('\0', 1)[0] ?? '').trim()
  if (Number.parseInt(text(148, 8), 8) !== checksumOf(header)) throw new TarFault('it is none, or damaged')
  const size = Number.parseInt(text(124, 12), 8)
  if (!(size >= 0 && size <= maxEntryBytes)) throw new TarFault('it holds something too large')
  const prefix = text(345, nameBytes.prefix)
  return { name: (prefix === '' ? '' : `${prefix}/`) + text(0, nameBytes.name), size }
}

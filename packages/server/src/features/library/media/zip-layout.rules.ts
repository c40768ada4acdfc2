/**
 * Computes the layout of a zip before any of its files is read (APPNOTE 6.3.10). Entries are stored uncompressed, each followed by a data
 * descriptor with its checksum. So the total length is known, and any part can be generated. Uses Zip64 where a number needs it.
 */

export interface ZipEntry {
  readonly name: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

export interface ZipLayout {
  readonly sizeBytes: number
  /** All parts in order, without gaps. */
  readonly parts: readonly ZipPart[]
}

export type ZipPart = ZipExtent &
  (
    | { readonly type: 'file'; readonly entry: number }
    /** Generated from the checksums of the entries in `of`. */
    | { readonly type: 'made'; readonly of: readonly number[]; readonly make: Make }
  )

type Make = (crcs: readonly number[]) => Buffer

interface ZipExtent {
  readonly start: number
  readonly length: number
}

export function layOutZip(entries: readonly ZipEntry[]): ZipLayout {
  const parts: ZipPart[] = []
  let at = 0
  const addGenerated = (of: readonly number[], length: number, make: Make) => {
    parts.push({ type: 'made', start: at, length, of, make })
    at += length
  }
  const offsets = entries.map((entry, index) => {
    const offset = at
    const header = localHeader(entry)
    addGenerated([], header.length, () => header)
    parts.push({ type: 'file', start: at, length: entry.sizeBytes, entry: index })
    at += entry.sizeBytes
    addGenerated([index], descriptorBytes(entry), ([crc = 0]) => descriptor(entry, crc))
    return offset
  })
  const located = entries.map((entry, index) => ({ entry, offset: offsets[index] ?? 0 }))
  const start = at
  const length = located.reduce((sum, one) => sum + centralHeader(one, 0).length, 0)
  const all = [...entries.keys()]
  addGenerated(all, length, (crcs) =>
    Buffer.concat(located.map((one, index) => centralHeader(one, crcs[index] ?? 0))),
  )
  const end = directoryEnd({ start, length, count: entries.length })
  addGenerated([], end.length, () => end)
  return { sizeBytes: at, parts }
}

const max16 = 0xffff
const max32 = 0xffffffff
const utf8AndDescriptor = 0x0808
const defaultVersion = 20
const zip64Version = 45
/** "Made by" Unix, so that unpackers apply the file permissions. */
const madeBy = 0x0300 | zip64Version
const plainFile = 0o100644 * 0x10000

const isLarge = ({ sizeBytes }: ZipEntry): boolean => sizeBytes >= max32
const versionOf = (entry: ZipEntry, offset = 0): number =>
  isLarge(entry) || offset >= max32 ? zip64Version : defaultVersion

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name)
  const extra = [
    timestamp(entry),
    ...(isLarge(entry) ? [zip64Field([entry.sizeBytes, entry.sizeBytes])] : []),
  ]
  const fixed = Buffer.alloc(30)
  fixed.writeUInt32LE(0x04034b50, 0)
  fixed.writeUInt16LE(versionOf(entry), 4)
  fixed.writeUInt16LE(utf8AndDescriptor, 6)
  writeDosTime(fixed, entry, 10)
  // Readers that do not seek need the size here to find the end of a stored entry.
  const size = Math.min(entry.sizeBytes, max32)
  fixed.writeUInt32LE(size, 18)
  fixed.writeUInt32LE(size, 22)
  fixed.writeUInt16LE(name.length, 26)
  fixed.writeUInt16LE(lengthOf(extra), 28)
  return Buffer.concat([fixed, name, ...extra])
}

const descriptorBytes = (entry: ZipEntry): number => (isLarge(entry) ? 24 : 16)

function descriptor(entry: ZipEntry, crc: number): Buffer {
  const bytes = Buffer.alloc(descriptorBytes(entry))
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  if (isLarge(entry)) {
    bytes.writeBigUInt64LE(BigInt(entry.sizeBytes), 8)
    bytes.writeBigUInt64LE(BigInt(entry.sizeBytes), 16)
  } else {
    bytes.writeUInt32LE(entry.sizeBytes, 8)
    bytes.writeUInt32LE(entry.sizeBytes, 12)
  }
  return bytes
}

interface LocatedEntry {
  readonly entry: ZipEntry
  readonly offset: number
}

function centralHeader({ entry, offset }: LocatedEntry, crc: number): Buffer {
  const name = Buffer.from(entry.name)
  const large = [
    ...(isLarge(entry) ? [entry.sizeBytes, entry.sizeBytes] : []),
    ...(offset >= max32 ? [offset] : []),
  ]
  const extra = [timestamp(entry), ...(large.length > 0 ? [zip64Field(large)] : [])]
  const fixed = Buffer.alloc(46)
  fixed.writeUInt32LE(0x02014b50, 0)
  fixed.writeUInt16LE(madeBy, 4)
  fixed.writeUInt16LE(versionOf(entry, offset), 6)
  fixed.writeUInt16LE(utf8AndDescriptor, 8)
  writeDosTime(fixed, entry, 12)
  fixed.writeUInt32LE(crc, 16)
  const size = Math.min(entry.sizeBytes, max32)
  fixed.writeUInt32LE(size, 20)
  fixed.writeUInt32LE(size, 24)
  fixed.writeUInt16LE(name.length, 28)
  fixed.writeUInt16LE(lengthOf(extra), 30)
  fixed.writeUInt32LE(plainFile, 38)
  fixed.writeUInt32LE(Math.min(offset, max32), 42)
  return Buffer.concat([fixed, name, ...extra])
}

interface Directory {
  readonly start: number
  readonly length: number
  readonly count: number
}

function directoryEnd({ start, length, count }: Directory): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(length, max32), 12)
  end.writeUInt32LE(Math.min(start, max32), 16)
  const needsZip64 = count >= max16 || length >= max32 || start >= max32
  return needsZip64 ? Buffer.concat([zip64End({ start, length, count }), end]) : end
}

function zip64End({ start, length, count }: Directory): Buffer {
  const bytes = Buffer.alloc(56 + 20)
  bytes.writeUInt32LE(0x06064b50, 0)
  bytes.writeBigUInt64LE(44n, 4)
  bytes.writeUInt16LE(madeBy, 12)
  bytes.writeUInt16LE(zip64Version, 14)
  bytes.writeBigUInt64LE(BigInt(count), 24)
  bytes.writeBigUInt64LE(BigInt(count), 32)
  bytes.writeBigUInt64LE(BigInt(length), 40)
  bytes.writeBigUInt64LE(BigInt(start), 48)
  // The locator points to the record above, on the only disk.
  bytes.writeUInt32LE(0x07064b50, 56)
  bytes.writeBigUInt64LE(BigInt(start + length), 64)
  bytes.writeUInt32LE(1, 72)
  return bytes
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(values.length * 8, 2)
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  return field
}

/** Writes Unix seconds (extended timestamp): the DOS field has no time zone. */
function timestamp({ modifiedAt }: ZipEntry): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  const seconds = Math.floor(modifiedAt.getTime() / 1000)
  field.writeInt32LE(Math.min(Math.max(seconds, 0), 0x7fffffff), 5)
  return field
}

/** Writes the DOS date and time: since 1980, in steps of two seconds. */
function writeDosTime(bytes: Buffer, { modifiedAt }: ZipEntry, at: number): void {
  const year = Math.min(Math.max(modifiedAt.getUTCFullYear(), 1980), 2107)
  const time =
    (modifiedAt.getUTCHours() << 11) | (modifiedAt.getUTCMinutes() << 5) | (modifiedAt.getUTCSeconds() >> 1)
  const date = ((year - 1980) << 9) | ((modifiedAt.getUTCMonth() + 1) << 5) | modifiedAt.getUTCDate()
  bytes.writeUInt16LE(time, at)
  bytes.writeUInt16LE(date, at + 2)
}

const lengthOf = (buffers: readonly Buffer[]): number => buffers.reduce((sum, one) => sum + one.length, 0)

/** Builds invalid and hostile zips, in which any number or name may be false. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string | Uint8Array
  readonly bytes?: Uint8Array
  readonly isDeflated?: boolean
  readonly flags?: number
  readonly method?: number
  /** Size according to the directory; by default the real one. */
  readonly sizeBytes?: number
  readonly compressedBytes?: number
  readonly crc?: number
}

export function buildZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const bytes = part.bytes ?? Buffer.alloc(0)
    const packed = part.isDeflated ? deflateRawSync(bytes) : Buffer.from(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(part.flags ?? 0, 2)
    fields.writeUInt16LE(part.method ?? (part.isDeflated ? 8 : 0), 4)
    fields.writeUInt32LE(part.crc ?? crc32(bytes), 10)
    fields.writeUInt32LE(part.compressedBytes ?? packed.length, 14)
    fields.writeUInt32LE(part.sizeBytes ?? bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([signature(0x04034b50), fields, name, packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), fields, more, name]))
    locals.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, listed, signature(0x06054b50), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

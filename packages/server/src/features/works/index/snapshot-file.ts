/**
 * A generation in a file: a preamble, a JSON header, and the memory as it is. Checksums cover every byte. It is read directly into
 * the memory that the index uses.
 */
import { type FileHandle, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describeLayout } from '@koedana/catalogue/build/generation.ts'
import { createArena, type Manifest, pageBytes } from '@koedana/catalogue/memory/arena.ts'
import * as v from 'valibot'
import { undefinedIfMissing } from '../../../lib/enoent.ts'
import { about } from '../../system/about.ts'

/** Increment it when the format changes, or when an array changes its meaning but keeps its name and type. */
const snapshotFormat = 4

/** A checksum of the memory layout. It changes automatically when arrays are added or removed. */
const layout = crc32(describeLayout())

export const snapshotFile = (folder: string): string => join(folder, 'index.snapshot')

const Header = v.object({
  format: v.literal(snapshotFormat),
  layout: v.literal(layout),
  /** The server version, because folding rules of texts may differ. */
  version: v.literal(about.version),
  mark: v.string(),
  seq: v.pipe(v.number(), v.safeInteger()),
  /** The day up to which growth is counted, in days since 1970. */
  day: v.pipe(v.number(), v.safeInteger()),
  used: v.pipe(v.number(), v.safeInteger(), v.minValue(pageBytes)),
  checksum: v.number(),
  manifest: v.unknown(),
})
export type SnapshotHeader = v.InferOutput<typeof Header>

export type Snapshot = Pick<SnapshotHeader, 'mark' | 'seq' | 'day' | 'used'> & {
  readonly manifest: Manifest
  readonly memory: WebAssembly.Memory
}

export class SnapshotRejectedError extends Error {}

/** Writes the snapshot atomically: it gets its final name when it is safely on disk. */
export async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<void> {
  const { memory, used, mark, seq, day, manifest } = snapshot
  const body = new Uint8Array(memory.buffer, pageBytes, used - pageBytes)
  const made = { format: snapshotFormat, layout, version: about.version, checksum: crc32(body) } as const
  const header = Buffer.from(
    JSON.stringify({ ...made, used, mark, seq, day, manifest } satisfies SnapshotHeader),
  )
  const name = snapshotFile(folder)
  const file = await open(`${name}.new`, 'w')
  try {
    for (const part of [preambleOf(header), header, body]) await writeAll(file, part)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${name}.new`, name)
  await syncFolder(folder)
}

/** Returns undefined if there is no snapshot. `accept` may reject it by throwing, before the memory is read. */
export async function readSnapshot(
  folder: string,
  accept: (header: SnapshotHeader) => Promise<void>,
): Promise<Snapshot | undefined> {
  const file = await open(snapshotFile(folder)).catch(undefinedIfMissing)
  if (!file) return undefined
  try {
    const { header, end } = await readHeader(file)
    await accept(header)
    const arena = createArena()
    const body = arena.uint8(header.used - pageBytes)
    await readAll(file, body, end)
    if (crc32(body) !== header.checksum) throw new SnapshotRejectedError('its checksum is wrong')
    return { ...header, memory: arena.memory }
  } finally {
    await file.close()
  }
}

/** The file begins with this magic, then the length and checksum of the header. */
const magic = 'koedana\n'
const preambleBytes = magic.length + 8

function preambleOf(header: Buffer): Buffer {
  const preamble = Buffer.alloc(preambleBytes)
  preamble.write(magic, 'latin1')
  preamble.writeUInt32LE(header.length, magic.length)
  preamble.writeUInt32LE(crc32(header), magic.length + 4)
  return preamble
}

async function readHeader(file: FileHandle): Promise<{ header: SnapshotHeader; end: number }> {
  const { size } = await file.stat()
  if (size < preambleBytes) throw new SnapshotRejectedError('it is cut off')
  const preamble = Buffer.alloc(preambleBytes)
  await readAll(file, preamble, 0)
  const end = preambleBytes + preamble.readUInt32LE(magic.length)
  if (preamble.toString('latin1', 0, magic.length) !== magic) throw new SnapshotRejectedError('it is none')
  if (end > size) throw new SnapshotRejectedError('it is cut off')
  const text = Buffer.alloc(end - preambleBytes)
  await readAll(file, text, preambleBytes)
  if (crc32(text) !== preamble.readUInt32LE(magic.length + 4))
    throw new SnapshotRejectedError('its checksum is wrong')
  const header = v.safeParse(Header, JSON.parse(text.toString()))
  if (!header.success) throw new SnapshotRejectedError('another version wrote it')
  if (end + header.output.used - pageBytes !== size) throw new SnapshotRejectedError('it is cut off')
  return { header: header.output, end }
}

/** Systems read and write at most 2 GiB at once. */
const maxAtOnce = 64 * 1024 * 1024

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, Math.min(maxAtOnce, bytes.length - at))).bytesWritten
  }
}

async function readAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const length = Math.min(maxAtOnce, bytes.length - at)
    const { bytesRead } = await file.read(bytes, at, length, position + at)
    if (bytesRead === 0) throw new SnapshotRejectedError('it is cut off')
    at += bytesRead
  }
}

/** Syncs the folder, so that the new name survives a power failure. Errors are ignored: some systems cannot sync folders and need not. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder).catch(() => undefined)
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

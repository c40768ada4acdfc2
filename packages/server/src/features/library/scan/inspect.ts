/** Phase 3: looks into the files that are new or changed. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { type IAudioMetadata, parseFile } from 'music-metadata'
import type { FaultReason } from './faults.ts'

export interface FileStat {
  readonly sizeBytes: number
  readonly modifiedAt: string
}

/** Undefined where the file cannot be reached. */
export function statFile(path: string): FileStat | undefined {
  try {
    const { size, mtime } = statSync(path)
    return { sizeBytes: size, modifiedAt: mtime.toISOString() }
  } catch {
    return undefined
  }
}

export interface Sound {
  readonly fingerprint: string
  readonly durationSeconds: number | null
  /** What the tags say of the whole. */
  readonly album: string | undefined
  readonly artists: readonly string[]
}

export async function inspectSound(path: string, sizeBytes: number): Promise<Sound | FaultReason> {
  if (sizeBytes === 0) return 'empty'
  const fingerprint = fingerprintOf(path, sizeBytes)
  if (fingerprint === undefined) return 'unreadable'
  const parsed = await parse(path)
  if (parsed === undefined) return 'brokenAudio'
  const { format, common } = parsed
  if (format.container === undefined && format.codec === undefined) return 'notAudio'
  if (format.duration === undefined && format.sampleRate === undefined) return 'brokenAudio'
  return {
    fingerprint,
    durationSeconds: durationOf(format.duration),
    album: common.album?.trim() || undefined,
    artists: common.artists?.map((name) => name.trim()).filter((name) => name !== '') ?? [],
  }
}

const edgeBytes = 64 * 1024

/** Of size and first and last 64 KiB: the same after a move, and read in no time from a large file. */
function fingerprintOf(path: string, sizeBytes: number): string | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const hash = createHash('sha256').update(`${sizeBytes}\n`)
      const edge = Buffer.allocUnsafe(edgeBytes)
      hash.update(edge.subarray(0, readSync(file, edge, 0, edgeBytes, 0)))
      const tail = Math.max(edgeBytes, sizeBytes - edgeBytes)
      if (tail < sizeBytes) hash.update(edge.subarray(0, readSync(file, edge, 0, edgeBytes, tail)))
      return hash.digest('base64url').slice(0, 22)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** Counting every frame is slow, so it is done only where the header does not tell the length. */
async function parse(path: string): Promise<IAudioMetadata | undefined> {
  try {
    const quick = await parseFile(path, { skipCovers: true })
    return quick.format.duration === undefined
      ? await parseFile(path, { skipCovers: true, duration: true })
      : quick
  } catch {
    return undefined
  }
}

/** Milliseconds are enough; a header can claim any nonsense. */
function durationOf(seconds: number | undefined): number | null {
  return seconds === undefined || !Number.isFinite(seconds) || seconds <= 0
    ? null
    : Math.round(seconds * 1000) / 1000
}

/** The picture inside a sound, where there is one. */
export async function findEmbeddedPicture(path: string): Promise<Uint8Array | undefined> {
  const parsed = await parseFile(path).catch(() => undefined)
  return parsed?.common.picture?.[0]?.data
}

/** Reads metadata of untrusted audio files with synchronous reads, in a separate thread. */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata'
import { toFileFacts } from '../../../storages/local/open-inside.ts'
import type { FileFacts } from '../../../storages/storage.ts'
import type { Lyrics } from '../../lyrics/cues.rules.ts'
import { readEmbeddedTexts } from '../../lyrics/read-texts.ts'
import { BudgetedFile, type ParserFile, type ReadBudget } from './budgeted-file.ts'
import { isTooShort, validateDuration } from './duration.rules.ts'
import { readMatroskaChapters } from './matroska-chapters.ts'
import { containsFrames } from './mpeg-frames.rules.ts'
import { noFacts, type SoundFacts, toSoundFacts } from './sound-facts.ts'

export interface SoundEdges {
  readonly stat: FileFacts
  readonly fingerprint: string
}

export interface ReadSound extends SoundEdges {
  readonly fault: SoundFault | undefined
  /** Null if unknown or implausible. */
  readonly durationSeconds: number | null
  readonly album: string | undefined
  readonly artists: readonly string[]
  readonly embedded: readonly Lyrics[]
  readonly facts: SoundFacts
}

/** `overBudget`: probably audio, but reading its metadata takes too much. */
export type SoundFault = 'empty' | 'notAudio' | 'brokenAudio' | 'overBudget'

export interface SoundBudgets {
  readonly tags: ReadBudget
  /** Used if no header contains the duration, so that frames must be counted. */
  readonly frames: ReadBudget
}

const megabyte = 1024 * 1024
/** Tags take a few milliseconds; counting the frames of 100 minutes takes about a second. */
export const defaultBudgets: SoundBudgets = {
  tags: { bytes: 64 * megabyte, cpuMs: 1_000 },
  frames: { bytes: 512 * megabyte, cpuMs: 3_000 },
}

/** Over the network, the duration of a track that does not declare it is not worth reading much. */
export const remoteBudgets: SoundBudgets = {
  tags: { bytes: 16 * megabyte, cpuMs: 1_000 },
  frames: { bytes: 16 * megabyte, cpuMs: 3_000 },
}

/** Returns undefined for an unreadable file, and `changing` if it is being written. */
export async function readSound(
  path: string,
  budgets: SoundBudgets,
): Promise<ReadSound | 'changing' | undefined> {
  return readWhenStable(path, (file) => readOpenSound(file, budgets))
}

/** Reads a file that is already open, through its `fill`. */
export async function readOpenSound(file: OpenedFile, budgets: SoundBudgets): Promise<ReadSound> {
  const known = await inspectFile(file, budgets)
  if (typeof known === 'string') return describeFaulty(file, known)
  return { ...known, stat: file.stat, fingerprint: computeFingerprint(file), fault: undefined }
}

/** Returns what identifies the content of a file; undefined if it is unreadable. */
export const readEdges = (path: string): Promise<SoundEdges | 'changing' | undefined> =>
  readWhenStable(path, async (file) => ({ stat: file.stat, fingerprint: computeFingerprint(file) }))

/** Describes a track whose parser had to be terminated. Returns undefined for an unreadable file. */
export const describeUnparsed = (path: string): Promise<ReadSound | undefined> =>
  withFile(path, async (file) => describeFaulty(file, 'overBudget'))

/** Describes a file that could not be parsed. */
export const describeFaulty = (file: Omit<OpenedFile, 'fill'>, fault: SoundFault): ReadSound => ({
  stat: file.stat,
  fingerprint: computeFingerprint(file),
  fault,
  durationSeconds: null,
  album: undefined,
  artists: [],
  embedded: [],
  facts: noFacts,
})

/** Returns the embedded picture, if there is one that can be read within the budget. */
export async function readPicture(
  path: string,
  { tags }: Pick<SoundBudgets, 'tags'>,
): Promise<Uint8Array | undefined> {
  return withFile(path, (file) => readOpenPicture(file, { tags }))
}

export async function readOpenPicture(
  file: OpenedFile,
  { tags }: Pick<SoundBudgets, 'tags'>,
): Promise<Uint8Array | undefined> {
  const parsed = await parse(file, tags, { skipCovers: false })
  return typeof parsed === 'string' ? undefined : parsed.common.picture?.[0]?.data
}

/** Bytes that are read at both ends of every file. */
export const edgeBytes = 64 * 1024

export interface OpenedFile extends ParserFile {
  readonly stat: FileFacts
}

interface LocalFile extends OpenedFile {
  readonly state: string
}

const maxTries = 4
/** Longer than the timestamp resolution of file systems. */
const quietMs = 20

/**
 * Reads a consistent state of a file, or nothing. A file changed a moment ago may change again with the same timestamp, so it is read
 * later; one that keeps changing is left to the next scan.
 */
async function readWhenStable<T>(
  path: string,
  act: (file: LocalFile) => Promise<T>,
): Promise<T | 'changing' | undefined> {
  let fresh: string | undefined
  for (let tries = 0; tries < maxTries; tries += 1) {
    const read = await withFile(path, async (file) => {
      if (wasJustChanged(file) && file.state !== fresh) {
        fresh = file.state
        return 'changing'
      }
      const result = await act(file)
      return stateOf(path) === file.state ? { result } : 'changing'
    })
    if (read !== 'changing') return read?.result
    await setTimeout(quietMs)
  }
  return 'changing'
}

/** Compares the absolute difference, because the clock of the file system may be slightly ahead. */
const wasJustChanged = ({ stat }: OpenedFile): boolean =>
  [Date.parse(stat.modifiedAt), stat.changedMs ?? 0].some((at) => Math.abs(Date.now() - at) < quietMs)

/** Returns `''` for a missing file. */
function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? formatState(stat) : ''
}

const formatState = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  [dev, ino, size, mtimeMs, ctimeMs].join(' ')

async function withFile<T>(path: string, act: (file: LocalFile) => Promise<T>): Promise<T | undefined> {
  let descriptor: number
  try {
    // Without O_NONBLOCK, opening a named pipe that replaced the file would block forever.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    const seen = fstatSync(descriptor)
    if (!seen.isFile()) return undefined
    const sizeBytes = seen.size
    const fill = (target: Uint8Array, position: number) =>
      readSync(descriptor, target, 0, target.length, position)
    const head = readAt({ fill }, 0, Math.min(edgeBytes, sizeBytes))
    const tailBytes = Math.min(edgeBytes, sizeBytes - head.length)
    const tail = readAt({ fill }, sizeBytes - tailBytes, tailBytes)
    return await act({ fill, path, sizeBytes, head, tail, stat: toFileFacts(seen), state: formatState(seen) })
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

function readAt({ fill }: Pick<ParserFile, 'fill'>, position: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, length > 0 ? fill(bytes, position) : 0)
}

/** Returns a hash of the size and the first and last 64 KiB: it survives a move, and is fast for large files. */
export function computeFingerprint({
  sizeBytes,
  head,
  tail,
}: Pick<ParserFile, 'sizeBytes' | 'head' | 'tail'>): string {
  const hash = createHash('sha256').update(`${sizeBytes}\n`).update(head).update(tail)
  return hash.digest('base64url').slice(0, 22)
}

async function inspectFile(
  file: ParserFile,
  budgets: SoundBudgets,
): Promise<Omit<ReadSound, keyof SoundEdges | 'fault'> | SoundFault> {
  if (file.sizeBytes === 0) return 'empty'
  const parsed = await parseWithChapters(file, budgets)
  if (typeof parsed === 'string') return parsed
  const { format, common } = parsed
  if (format.container === undefined && format.codec === undefined) return 'notAudio'
  if (/^(?:MPEG|ADTS)/.test(format.container ?? '') && !isMpeg(file)) return 'notAudio'
  const seconds = format.duration ?? (await countSeconds(file, budgets))
  if (seconds === undefined && format.sampleRate === undefined) return 'brokenAudio'
  const claim = {
    seconds,
    sizeBytes: file.sizeBytes,
    codec: format.codec,
    isLossless: format.lossless,
    sampleRate: format.sampleRate,
    channels: format.numberOfChannels,
    bitsPerSample: format.bitsPerSample,
    bitrate: format.bitrate,
  }
  const tagBytes = isTooShort(claim) ? await countTagBytes(file, budgets) : 0
  const durationSeconds = validateDuration({ ...claim, tagBytes })
  const chapters = format.chapters ?? (await readMatroskaChapters(file, budgets.tags))
  return {
    durationSeconds,
    facts: toSoundFacts(format, durationSeconds, chapters),
    album: limitName(common.album),
    artists: (common.artists ?? []).slice(0, maxArtists).flatMap((name) => limitName(name) ?? []),
    embedded: readEmbeddedTexts(parsed),
  }
}

/** A tag may be as large as 64 MB, and every track of a work may have one. The limit equals that of manually entered names. */
const maxNameLength = 500
const maxArtists = 100

const limitName = (text = ''): string | undefined =>
  text.slice(0, maxNameLength).toWellFormed().trim() || undefined

/** Retries without chapters, so that invalid ones do not hide the other metadata. */
async function parseWithChapters(
  file: ParserFile,
  { tags }: SoundBudgets,
): Promise<IAudioMetadata | 'brokenAudio' | 'overBudget'> {
  const parsed = await parse(file, tags, { skipCovers: true, includeChapters: true })
  return typeof parsed === 'string' ? parse(file, tags, { skipCovers: true }) : parsed
}

/** Slow, so it is called only if the header does not contain the duration. */
async function countSeconds(file: ParserFile, { frames }: SoundBudgets): Promise<number | undefined> {
  if (file.sizeBytes > frames.bytes) return undefined
  const parsed = await parse(file, frames, { skipCovers: true, duration: true })
  return typeof parsed === 'string' ? undefined : parsed.format.duration
}

async function parse(
  file: ParserFile,
  budget: ReadBudget,
  options: { readonly skipCovers: boolean; readonly duration?: boolean; readonly includeChapters?: boolean },
): Promise<IAudioMetadata | 'brokenAudio' | 'overBudget'> {
  const budgeted = new BudgetedFile(file, budget)
  try {
    const parsed = await parseFromTokenizer(budgeted, options)
    return budgeted.isSpent ? 'overBudget' : parsed
  } catch {
    return budgeted.isSpent ? 'overBudget' : 'brokenAudio'
  }
}

/** Distance after the tags in which audio frames must begin. Covers padding and other bytes that players skip. */
const maxSearchBytes = 256 * 1024

function isMpeg(file: ParserFile): boolean {
  const { sizeBytes, head } = file
  const start = leadingTagBytes(head)
  if (start >= sizeBytes) return false
  const bytes = readAt(file, start, Math.min(maxSearchBytes, sizeBytes - start))
  return containsFrames(bytes, start + bytes.length >= sizeBytes)
}

/** Returns the number of bytes known not to be audio: leading tags, and pictures anywhere. */
async function countTagBytes(file: ParserFile, { tags }: SoundBudgets): Promise<number> {
  const parsed = await parse(file, tags, { skipCovers: false })
  const pictures = typeof parsed === 'string' ? [] : (parsed.common.picture ?? [])
  // Ogg stores pictures in Base64.
  const pictureBytes = pictures.reduce((sum, { data }) => sum + data.length * 1.5, 0)
  return Math.max(leadingTagBytes(file.head) + flacTagBytes(file), pictureBytes)
}

const maxFlacBlocks = 1_000

function flacTagBytes(file: ParserFile): number {
  const { sizeBytes, head } = file
  const start = leadingTagBytes(head)
  if (textAt(file, start, 4) !== 'fLaC') return 0
  let at = start + 4
  for (let count = 0; count < maxFlacBlocks && at < sizeBytes; count += 1) {
    const [kind = 0, ...length] = readAt(file, at, 4)
    at += 4 + length.reduce((size, byte) => size * 256 + byte, 0)
    if (kind >= 0x80) break
  }
  return at - start
}

const textAt = (file: ParserFile, position: number, length: number): string =>
  Buffer.from(readAt(file, position, length)).toString('latin1')

/** Returns the length of an ID3v2 tag at the start. Its size has seven bits per byte. */
function leadingTagBytes(head: Uint8Array): number {
  if (Buffer.from(head.subarray(0, 3)).toString('latin1') !== 'ID3') return 0
  return 10 + [...head.subarray(6, 10)].reduce((size, byte) => size * 128 + (byte & 0x7f), 0)
}

/**
 * Decides which entries of a zip are files that can be heard or shown, and what they are called. Whoever packed it may have lied in
 * every number and every name.
 */
/** An entry as the central directory has it. */
export interface ListedEntry {
  readonly rawName: Uint8Array
  /** The name in UTF-8 by another field (0x7075), if it is of this name. */
  readonly unicodeName: string | undefined
  /** The general purpose bits. */
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressedBytes: number
  readonly sizeBytes: number
  readonly headerOffset: number
}

/** A file inside an archive. */
export interface ArchiveEntry {
  /** The path inside the archive, `/` between parts. */
  readonly path: string
  readonly isStored: boolean
  readonly crc: number
  readonly compressedBytes: number
  readonly sizeBytes: number
  readonly headerOffset: number
}

/**
 * `encrypted`, `method`: only other programs read it. `unsafeName`: it would lie outside the archive, or nowhere. `duplicate`:
 * an entry before it has its path, or lies where its folder would. `bomb`: it claims more than its bytes can hold.
 */
export type EntryRefusal = 'encrypted' | 'method' | 'unsafeName' | 'duplicate' | 'bomb'

export interface JudgedEntries {
  readonly entries: readonly ArchiveEntry[]
  readonly refused: readonly { readonly path: string; readonly reason: EntryRefusal }[]
}

/** More entries than any work has files. */
export const mostEntries = 20_000
/** Deflate makes 1,032 bytes of one at most. */
const mostRatio = 1_032
/** Longer than any recording. */
export const mostEntryBytes = 8 * 1024 ** 3
const flagEncrypted = 0x2041
const flagUtf8 = 0x800
const methodStored = 0
const methodDeflated = 8

/** Returns undefined where entries claim more bytes than the archive has: they overlap, which no packer does. */
export function judgeEntries(
  listed: readonly ListedEntry[],
  archiveBytes: number,
): JudgedEntries | undefined {
  const packed = listed.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0)
  if (packed > archiveBytes) return undefined
  const names = namesOf(listed)
  const entries: ArchiveEntry[] = []
  const refused: JudgedEntries['refused'][number][] = []
  const files = new Set<string>()
  const folders = new Set<string>()
  for (const [at, entry] of listed.entries()) {
    const path = (names[at] ?? '').replaceAll('\\', '/')
    // A folder is there by the files in it.
    if (path.endsWith('/') || isJunkPath(path)) continue
    // A name of 64 kB may name very many folders, which are only looked at where it is one of a file.
    const above = isSafe(path) ? foldersOf(path) : undefined
    const isTwice = files.has(path) || folders.has(path) || above?.some((folder) => files.has(folder))
    const reason = !above ? 'unsafeName' : isTwice ? 'duplicate' : refusalOf(entry)
    if (reason) refused.push({ path: path.slice(0, mostNameLength), reason })
    else {
      files.add(path)
      for (const folder of above ?? []) folders.add(folder)
      const { method, crc, compressedBytes, sizeBytes, headerOffset } = entry
      entries.push({ path, isStored: method === methodStored, crc, compressedBytes, sizeBytes, headerOffset })
    }
  }
  return { entries, refused }
}

function refusalOf({ flags, method, compressedBytes, sizeBytes }: ListedEntry): EntryRefusal | undefined {
  if ((flags & flagEncrypted) !== 0) return 'encrypted'
  if (method !== methodStored && method !== methodDeflated) return 'method'
  const isHonest =
    method === methodStored ? sizeBytes === compressedBytes : isPossible(compressedBytes, sizeBytes)
  return isHonest && sizeBytes <= mostEntryBytes ? undefined : 'bomb'
}

const isPossible = (compressedBytes: number, sizeBytes: number) => sizeBytes <= compressedBytes * mostRatio

/** The paths of all folders above a file, the highest first. */
const foldersOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))

/** Recognises what the packing system left, and what somebody hid. */
const isJunkPath = (path: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.[^./][^/]*(?:\/|$))/i.test(path)

const mostNameLength = 1_000
/** Deeper than any work. */
const mostParts = 32

/** No part may lead elsewhere, nor be something that is no text. */
const isSafe = (path: string): boolean =>
  path.length > 0 &&
  path.length <= mostNameLength &&
  path.split('/').length <= mostParts &&
  !/^[a-z]:/i.test(path) &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends a path for the system.
  !/[\u0000\ufffd]/.test(path) &&
  !path.split('/').some((part) => part === '' || part === '.' || part === '..')

/**
 * Names that say they are UTF-8 are; the others were all written by one packer, so the first encoding that fits all of them
 * is theirs: UTF-8 that was not marked (macOS), Shift_JIS as Windows has it, GB18030, and what fits everything.
 */
export function namesOf(listed: readonly ListedEntry[]): string[] {
  const unmarked = listed.filter((entry) => markedName(entry) === undefined).map(({ rawName }) => rawName)
  const decode = encodings.find((one) => unmarked.every((name) => one(name) !== undefined)) ?? cp437
  return listed.map((entry) => markedName(entry) ?? decode(entry.rawName) ?? '')
}

/** Returns undefined where nothing says what encoding the name is in; `''` where it is not in the one that it says. */
function markedName({ rawName, unicodeName, flags }: ListedEntry): string | undefined {
  return (flags & flagUtf8) === 0 ? unicodeName : (strictly('utf-8')(rawName) ?? '')
}

type Decode = (bytes: Uint8Array) => string | undefined

const strictly = (encoding: string): Decode => {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      return undefined
    }
  }
}

const encodings: readonly Decode[] = [strictly('utf-8'), strictly('shift_jis'), strictly('gb18030')]

/** The upper half of code page 437, which has a character for every byte. */
const upper437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const cp437: Decode = (bytes) =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upper437[byte - 0x80])).join('')

/** Decides which entries of a zip are usable, and decodes their names. All numbers and names are untrusted. */
export interface ListedEntry {
  readonly rawName: Uint8Array
  /** UTF-8 name from the Unicode Path extra field (0x7075), if its checksum matches the name. */
  readonly unicodeName: string | undefined
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressedBytes: number
  readonly sizeBytes: number
  readonly headerOffset: number
}

export interface ArchiveEntry {
  readonly path: string
  readonly isStored: boolean
  readonly crc: number
  readonly compressedBytes: number
  readonly sizeBytes: number
  readonly headerOffset: number
}

/**
 * `encrypted`, `method`: not supported here. `unsafeName`: the path would leave the archive or is invalid. `duplicate`: an earlier entry
 * has this path, or is a file where this needs a folder. `bomb`: it claims more bytes than its data can hold.
 */
export type EntryRejection = 'encrypted' | 'method' | 'unsafeName' | 'duplicate' | 'bomb'

export interface ValidatedEntries {
  readonly entries: readonly ArchiveEntry[]
  readonly refused: readonly { readonly path: string; readonly reason: EntryRejection }[]
}

/** More than any work has files. */
export const maxEntries = 20_000
/** Maximum compression ratio of Deflate. */
const maxRatio = 1_032
/** Larger than any recording. */
export const maxEntryBytes = 8 * 1024 ** 3
const flagEncrypted = 0x2041
const flagUtf8 = 0x800
const methodStored = 0
const methodDeflated = 8

/** Returns undefined if the entries claim more bytes than the archive has: they overlap, which no real archiver produces. */
export function validateEntries(
  listed: readonly ListedEntry[],
  archiveBytes: number,
): ValidatedEntries | undefined {
  const packed = listed.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0)
  if (packed > archiveBytes) return undefined
  const names = decodeNames(listed)
  const entries: ArchiveEntry[] = []
  const refused: ValidatedEntries['refused'][number][] = []
  const files = new Set<string>()
  const folders = new Set<string>()
  for (const [at, entry] of listed.entries()) {
    const path = (names[at] ?? '').replaceAll('\\', '/')
    // Folders follow from the paths of files.
    if (path.endsWith('/') || isJunkPath(path)) continue
    // Computed only for safe paths: a name of 64 kB could contain very many folders.
    const above = isSafeEntryPath(path) ? parentFolders(path) : undefined
    const isTwice = files.has(path) || folders.has(path) || above?.some((folder) => files.has(folder))
    const reason = !above ? 'unsafeName' : isTwice ? 'duplicate' : findRejection(entry)
    if (reason) refused.push({ path: path.slice(0, maxNameLength), reason })
    else {
      files.add(path)
      for (const folder of above ?? []) folders.add(folder)
      const { method, crc, compressedBytes, sizeBytes, headerOffset } = entry
      entries.push({ path, isStored: method === methodStored, crc, compressedBytes, sizeBytes, headerOffset })
    }
  }
  return { entries, refused }
}

function findRejection({
  flags,
  method,
  compressedBytes,
  sizeBytes,
}: ListedEntry): EntryRejection | undefined {
  if ((flags & flagEncrypted) !== 0) return 'encrypted'
  if (method !== methodStored && method !== methodDeflated) return 'method'
  const isHonest =
    method === methodStored ? sizeBytes === compressedBytes : isPossibleRatio(compressedBytes, sizeBytes)
  return isHonest && sizeBytes <= maxEntryBytes ? undefined : 'bomb'
}

const isPossibleRatio = (compressedBytes: number, sizeBytes: number) =>
  sizeBytes <= compressedBytes * maxRatio

const parentFolders = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))

/** Returns whether the path is hidden or was added by the archiver's system. */
const isJunkPath = (path: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.[^./][^/]*(?:\/|$))/i.test(path)

const maxNameLength = 1_000
/** Deeper than any work. */
const maxParts = 32

const isSafeEntryPath = (path: string): boolean =>
  path.length > 0 &&
  path.length <= maxNameLength &&
  path.split('/').length <= maxParts &&
  !/^[a-z]:/i.test(path) &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends a path for the system.
  !/[\u0000\ufffd]/.test(path) &&
  !path.split('/').some((part) => part === '' || part === '.' || part === '..')

/**
 * Decodes the names. Entries marked as UTF-8 use it. The others come from one archiver, so the first encoding that fits all of them is
 * used: unmarked UTF-8 (macOS), Shift_JIS (Windows), GB18030, then CP437, which fits everything.
 */
export function decodeNames(listed: readonly ListedEntry[]): string[] {
  const unmarked = listed
    .filter((entry) => decodeMarkedName(entry) === undefined)
    .map(({ rawName }) => rawName)
  const decode = encodings.find((one) => unmarked.every((name) => one(name) !== undefined)) ?? cp437
  return listed.map((entry) => decodeMarkedName(entry) ?? decode(entry.rawName) ?? '')
}

/** Returns undefined if the encoding is not declared; `''` if the name is invalid in the declared encoding. */
function decodeMarkedName({ rawName, unicodeName, flags }: ListedEntry): string | undefined {
  return (flags & flagUtf8) === 0 ? unicodeName : (strictDecoder('utf-8')(rawName) ?? '')
}

type Decode = (bytes: Uint8Array) => string | undefined

const strictDecoder = (encoding: string): Decode => {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      return undefined
    }
  }
}

const encodings: readonly Decode[] = [
  strictDecoder('utf-8'),
  strictDecoder('shift_jis'),
  strictDecoder('gb18030'),
]

/** Upper half of code page 437, which maps every byte to a character. */
const upper437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const cp437: Decode = (bytes) =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upper437[byte - 0x80])).join('')

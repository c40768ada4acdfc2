/**
 * Detects the encoding of text files: first a byte order mark, then zero bytes at odd or even offsets (UTF-16), then strict UTF-8.
 * Everything else is guessed from character frequencies, which needs a few hundred bytes (measured: ADR 0033).
 */
import { detect } from 'chardet'

/** The frequency guess is unreliable for fewer bytes. */
const minSampleBytes = 200
/** More bytes do not improve the guess, and cost time. */
const maxBytes = 64 * 1024

/** Decodes the texts of one folder. Files without a detectable encoding share the guess made for the longest of them. */
export function decodeTexts(files: readonly Uint8Array[]): string[] {
  const encodings = files.map(detectDeclaredEncoding)
  const unsure = files.filter((_, at) => encodings[at] === undefined)
  const longest = unsure.reduce((a, b) => (b.length > a.length ? b : a), new Uint8Array())
  const guess = unsure.length > 0 ? guessEncoding(longest, unsure) : 'utf-8'
  return files.map((bytes, at) => new TextDecoder(encodings[at] ?? guess).decode(bytes))
}

/** Returns an encoding name for `TextDecoder`. */
export const detectEncoding = (bytes: Uint8Array): string =>
  detectDeclaredEncoding(bytes) ?? guessEncoding(bytes, [bytes])

function detectDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return detectUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined)
}

/** In UTF-16, spaces, digits and line ends have a zero byte, always on the same side. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  const looked = Math.min(bytes.length, maxBytes) & ~1
  let [even, odd] = [0, 0]
  for (let at = 0; at < looked; at += 2) {
    if (bytes[at] === 0) even += 1
    if (bytes[at + 1] === 0) odd += 1
  }
  const share = looked / 2 / 20
  if (odd > share && odd > even * 10) return 'utf-16le'
  return even > share && even > odd * 10 ? 'utf-16be' : undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A short sample is extended with the other files of its folder, and repeated if it is still too short. */
function guessEncoding(longest: Uint8Array, all: readonly Uint8Array[]): string {
  const sample = longest.length >= minSampleBytes ? longest : Buffer.concat(all)
  const enough =
    sample.length >= minSampleBytes || sample.length === 0 ? sample : repeatBytes(sample, minSampleBytes)
  const found = detect(Buffer.from(enough.subarray(0, maxBytes)))?.toLowerCase()
  const name = found === undefined ? undefined : (decoderNames[found] ?? found)
  return name !== undefined && isDecodable(name) ? name : 'shift_jis'
}

const repeatBytes = (bytes: Uint8Array, length: number): Uint8Array =>
  Buffer.concat(new Array<Uint8Array>(Math.ceil(length / bytes.length)).fill(bytes))

/** Replaces names that `TextDecoder` does not know. Latin-1 is read as windows-1252. */
const decoderNames: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'utf-8': 'windows-1252',
}

function isDecodable(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

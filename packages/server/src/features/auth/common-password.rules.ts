/** Normalizes passwords for lookup in the table of common passwords. */
import { createHash } from 'node:crypto'

/**
 * Returns the forms of a password to look up: also without a short suffix that people add to satisfy rules, so `Sunshine2024!` is
 * looked up as `sunshine`. Longer numbers are kept, because they may be a secret themselves.
 */
export function lookupFormsOf(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase()
  const unmarked = plain.replace(/[!.?*#@$_-]{1,3}$/, '')
  const bare = unmarked.replace(/\d{1,4}$/, '')
  return [...new Set([plain, unmarked, bare])].filter((text) => text.length >= minWordLength)
}

/** One to three letters before a number are not a word. */
const minWordLength = 4

/** With 50,000 entries of five bytes, one password in twenty million matches by chance. */
export const digestBytes = 5

/** Returns the digest for the table. The table contains digests so that it reveals no real passwords. */
export const digestOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUIntBE(0, digestBytes)

export function containsDigest(table: Buffer, digest: number): boolean {
  let [low, high] = [0, table.length / digestBytes]
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = table.readUIntBE(middle * digestBytes, digestBytes)
    if (found === digest) return true
    if (found < digest) low = middle + 1
    else high = middle
  }
  return false
}

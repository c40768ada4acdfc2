/** Returns what of a password is compared with the table of those that everybody guesses first. */
import { createHash } from 'node:crypto'

/**
 * A password is also tried without the short ending that people add to please a rule: `Sunshine2024!` is `sunshine`. A
 * longer number is a secret of its own.
 */
export function guessesOf(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase()
  const unmarked = plain.replace(/[!.?*#@$_-]{1,3}$/, '')
  const bare = unmarked.replace(/\d{1,4}$/, '')
  return [...new Set([plain, unmarked, bare])].filter((text) => text.length >= shortestWord)
}

/** A letter or two before a number are no word. */
const shortestWord = 4

/** The table has 50,000 digests, so that one password in twenty million is taken for one of them by chance. */
export const digestBytes = 5

/** The table holds digests, so that nobody has to read what people choose. */
export const digestOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUIntBE(0, digestBytes)

/** Returns whether a table of digests in ascending order holds one. */
export function holdsDigest(table: Buffer, digest: number): boolean {
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

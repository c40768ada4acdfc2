/** What of a password is compared with the list of those that everybody guesses first. */

/**
 * Also without the short ending that people add to please a rule: `Sunshine2024!` is `sunshine`. A longer number is a
 * secret of its own.
 */
export function guessesOf(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase()
  const unmarked = plain.replace(/[!.?*#@$_-]{1,3}$/, '')
  const bare = unmarked.replace(/\d{1,4}$/, '')
  return [...new Set([plain, unmarked, bare])].filter((text) => text.length >= shortestWord)
}

/** A letter or two before a number are no word. */
const shortestWord = 4

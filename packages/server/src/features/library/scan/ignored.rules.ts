/**
 * Returns a matcher. A pattern without a slash matches any name, one with a slash a path from the root. `*` and `?` match within one name,
 * `**` any number of folders. The running time is bounded by the lengths, whatever the pattern.
 */
export function createIgnoreMatcher(patterns: readonly string[]): (path: string) => boolean {
  const read = patterns.map(foldName).map((pattern) => pattern.replace(/^\/+|\/+$/g, ''))
  const names = read.filter((pattern) => pattern !== '' && !pattern.includes('/'))
  const paths = read.filter((pattern) => pattern.includes('/')).map((pattern) => pattern.split('/'))
  if (names.length === 0 && paths.length === 0) return () => false
  return (path) => {
    const parts = foldName(path).split('/')
    const name = parts.at(-1) ?? ''
    return (
      names.some((pattern) => matches([...name], [...pattern], matchesChar, '*')) ||
      paths.some((pattern) => matches(parts, pattern, matchesPart, '**'))
    )
  }
}

/** File systems differ in case sensitivity and Unicode normalization. */
const foldName = (text: string): string => text.normalize('NFC').toLowerCase()

const matchesChar = (char: string, wanted: string): boolean => wanted === '?' || wanted === char
const matchesPart = (part: string, wanted: string): boolean =>
  matches([...part], [...wanted], matchesChar, '*')

/** Backtracks only to the last star, which is enough and keeps the matching polynomial. */
function matches(
  given: readonly string[],
  pattern: readonly string[],
  isSame: (one: string, wanted: string) => boolean,
  star: string,
): boolean {
  let at = 0
  let next = 0
  let again: { readonly pattern: number; given: number } | undefined
  while (at < given.length) {
    const wanted = pattern[next]
    if (wanted === star) {
      next += 1
      again = { pattern: next, given: at }
    } else if (wanted !== undefined && isSame(given[at] ?? '', wanted)) {
      at += 1
      next += 1
    } else if (again) {
      again.given += 1
      at = again.given
      next = again.pattern
    } else return false
  }
  return pattern.slice(next).every((left) => left === star)
}

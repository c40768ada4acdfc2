/** Says which paths an administrator does not want to be read. */

/**
 * A pattern without a slash means any name, one with a slash a path from the top. `*` and `?` stand for what one name
 * has, `**` for any folders. The time it takes grows with the lengths alone, whatever the pattern.
 */
export function createIgnored(patterns: readonly string[]): (path: string) => boolean {
  const read = patterns.map(folded).map((pattern) => pattern.replace(/^\/+|\/+$/g, ''))
  const names = read.filter((pattern) => pattern !== '' && !pattern.includes('/'))
  const paths = read.filter((pattern) => pattern.includes('/')).map((pattern) => pattern.split('/'))
  if (names.length === 0 && paths.length === 0) return () => false
  return (path) => {
    const parts = folded(path).split('/')
    const name = parts.at(-1) ?? ''
    return (
      names.some((pattern) => matches([...name], [...pattern], isChar, '*')) ||
      paths.some((pattern) => matches(parts, pattern, isPart, '**'))
    )
  }
}

/** Disks disagree on case and on how kana are composed. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase()

const isChar = (char: string, wanted: string): boolean => wanted === '?' || wanted === char
const isPart = (part: string, wanted: string): boolean => matches([...part], [...wanted], isChar, '*')

/** Only the last star is ever tried again: those before it have their shortest match. */
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

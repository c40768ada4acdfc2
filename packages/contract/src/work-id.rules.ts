/**
 * Work ids: a marketplace code (`RJ`, `BJ`, `VJ`) or an own work (`KD`), normalised.
 * Marketplace numbers below 1,000,000 have 6 digits, others 8; own works always 8.
 */

const prefixes: readonly string[] = ['KD', 'RJ', 'BJ', 'VJ']
const numbersPerPrefix = 100_000_000
/** Own ids are made here, always with 8 digits: what has fewer was never one. */
const idPattern = /(RJ|RE|BJ|VJ|KD(?=\d{8}))(\d{6,8})(?!\d)/i

/**
 * The canonical id, or undefined where the text is not exactly one id. `re12345678`-style spellings are mended, and what
 * an input method wrote in full width is read as well.
 */
export function normaliseWorkId(text: string): string | undefined {
  const trimmed = text.normalize('NFKC').trim()
  const found = findWorkId(trimmed)
  return found !== undefined && idPattern.exec(trimmed)?.[0].length === trimmed.length ? found : undefined
}

/** Whether the text is exactly one id, in any spelling. */
export const isWorkId = (text: string): boolean =>
  isCanonicalNow.test(text) || normaliseWorkId(text) !== undefined

/** The key behind any spelling of an id; undefined where the text is none. */
export function findWorkKey(text: string): number | undefined {
  // Nearly all come as we gave them out: they need no new text.
  if (isCanonicalNow.test(text)) return workKeyOf(text)
  const id = normaliseWorkId(text)
  return id === undefined ? undefined : workKeyOf(id)
}

/** Eight digits, the first two not both zero: what has six digits otherwise. */
const isCanonicalNow = /^(?:RJ|BJ|VJ|KD)(?!00)\d{8}$/

/** The first work id inside a folder or file name, canonical. */
export function findWorkId(name: string): string | undefined {
  const match = idPattern.exec(name)
  if (!match?.[1] || !match[2]) return undefined
  const prefix = match[1].toUpperCase()
  return spell(prefix === 'RE' ? 'RJ' : prefix, Number(match[2]))
}

/**
 * A canonical id as one integer below 2^31, and back by `workIdOf`: the key of the work in tables and index.
 * Order of keys is the order in which ties are broken.
 */
export function workKeyOf(id: string): number {
  const prefix = prefixes.indexOf(id.slice(0, 2))
  if (prefix < 0) throw new TypeError(`not a canonical work id: ${id}`)
  return prefix * numbersPerPrefix + Number(id.slice(2))
}

export function workIdOf(key: number): string {
  const prefix = prefixes[Math.floor(key / numbersPerPrefix)]
  if (prefix === undefined) throw new TypeError(`not a work key: ${key}`)
  return spell(prefix, key % numbersPerPrefix)
}

function spell(prefix: string, number: number): string {
  const digits = prefix !== 'KD' && number < 1_000_000 ? 6 : 8
  return prefix + String(number).padStart(digits, '0')
}

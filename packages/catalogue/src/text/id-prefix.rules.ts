/** Finds works by the start of their ID, as ranges of keys: IDs are not in the text index, and keys are sorted already. */
import { normalizeWorkId, workKeyOf } from '@koedana/contract/values.ts'

/** Both ends are inclusive. */
export interface KeyRange {
  readonly first: number
  readonly last: number
}

/** Parses a folded term: letters with digits, or at least four digits. Returns no ranges for anything else. */
export function keyRangesOf(term: string): KeyRange[] {
  const [, letters, digits] = /^(rj|re|bj|vj|kd)?(\d+)$/.exec(term) ?? []
  if (digits === undefined || (letters === undefined && digits.length < minDigits)) return []
  const prefixes =
    letters === undefined ? ['RJ', 'BJ', 'VJ', 'KD'] : [letters === 're' ? 'RJ' : letters.toUpperCase()]
  const exact = normalizeWorkId(term)
  const ranges = prefixes.flatMap((prefix) => rangesUnder(prefix, digits))
  return exact === undefined ? ranges : [...ranges, { first: workKeyOf(exact), last: workKeyOf(exact) }]
}

/** Fewer digits would match years and volume numbers. */
const minDigits = 4
const million = 1_000_000

function rangesUnder(prefix: string, digits: string): KeyRange[] {
  const base = workKeyOf(`${prefix}00000000`)
  const numbers = [8, ...(prefix === 'KD' ? [] : [6])].flatMap((width) => numbersOf(digits, width))
  return numbers
    .map(({ width, first, last }) => ({
      // IDs below a million have six digits, others eight; custom works always have eight.
      first: width === 8 && prefix !== 'KD' ? Math.max(first, million) : first,
      last,
    }))
    .filter(({ first, last }) => first <= last)
    .map(({ first, last }) => ({ first: base + first, last: base + last }))
}

function numbersOf(digits: string, width: number) {
  if (digits.length > width) return []
  const scale = 10 ** (width - digits.length)
  return [{ width, first: Number(digits) * scale, last: (Number(digits) + 1) * scale - 1 }]
}

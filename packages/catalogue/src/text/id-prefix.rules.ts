/** The beginning of a work id as ranges of keys: ids are no text of the index, their keys are in order already. */
import { normaliseWorkId, workKeyOf } from '@koedana/contract/values.ts'

/** Both ends belong to it. */
export interface KeyRange {
  readonly first: number
  readonly last: number
}

/** Letters with digits, or four digits and more alone; of anything else nothing. `term` is folded. */
export function keyRangesOf(term: string): KeyRange[] {
  const [, letters, digits] = /^(rj|re|bj|vj|kd)?(\d+)$/.exec(term) ?? []
  if (digits === undefined || (letters === undefined && digits.length < fewestDigits)) return []
  const prefixes =
    letters === undefined ? ['RJ', 'BJ', 'VJ', 'KD'] : [letters === 're' ? 'RJ' : letters.toUpperCase()]
  const exact = normaliseWorkId(term)
  const ranges = prefixes.flatMap((prefix) => rangesUnder(prefix, digits))
  return exact === undefined ? ranges : [...ranges, { first: workKeyOf(exact), last: workKeyOf(exact) }]
}

/** Fewer would find years and volumes. */
const fewestDigits = 4
const million = 1_000_000

function rangesUnder(prefix: string, digits: string): KeyRange[] {
  const base = workKeyOf(`${prefix}00000000`)
  const numbers = [8, ...(prefix === 'KD' ? [] : [6])].flatMap((width) => numbersOf(digits, width))
  return numbers
    .map(({ width, first, last }) => ({
      // Six digits are the numbers below a million, eight those above; own works always have eight.
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

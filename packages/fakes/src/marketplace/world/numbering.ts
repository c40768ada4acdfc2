/**
 * The ids that exist: the work at an index has a number, from which the index follows.
 * Every tenth has six digits, as before the million; a hundredth are books. Numbers are seven apart, so most ids are unused.
 */

export interface NumberedId {
  readonly prefix: string
  readonly number: number
}

export function idAt(index: number): string {
  return spell({ prefix: prefixAt(index), number: numberAt(index) })
}

/** Returns the index of a canonical ID, whether the work exists or not; undefined for IDs that were never assigned. */
export function indexOf(id: string): number | undefined {
  const parsed = parseId(id)
  if (parsed === undefined || spell(parsed) !== id) return undefined
  const index = indexOfNumber(parsed.number)
  return Number.isInteger(index) && index >= 0 && idAt(index) === id ? index : undefined
}

/** The canonical spelling of an id with any case and padding. */
export function canonical(text: string): string | undefined {
  const parsed = parseId(text.toUpperCase())
  return parsed && spell(parsed)
}

/** Folder of the pictures: the number rounded up to the next thousand, as wide as the id. */
export function bucketOf(id: string): string {
  const digits = id.slice(2)
  const number = Math.ceil(Number(digits) / 1000) * 1000
  return id.slice(0, 2) + String(number).padStart(digits.length, '0')
}

export const isBookAt = (index: number): boolean => index % 100 === 61

const prefixAt = (index: number): string => (isBookAt(index) ? 'BJ' : 'RJ')

const [oldStart, newStart, step] = [300_000, 1_000_100, 7]

const isOldAt = (index: number): boolean => index % 10 === 9 && index < 900_000

function numberAt(index: number): number {
  return isOldAt(index) ? oldStart + Math.floor(index / 10) * step : newStart + index * step
}

function indexOfNumber(number: number): number {
  return number < newStart ? ((number - oldStart) / step) * 10 + 9 : (number - newStart) / step
}

function parseId(text: string): NumberedId | undefined {
  const match = /^(RJ|BJ|VJ)(\d{1,10})$/.exec(text)
  return match?.[1] && match[2] ? { prefix: match[1], number: Number(match[2]) } : undefined
}

const spell = ({ prefix, number }: NumberedId): string =>
  prefix + String(number).padStart(number < 1_000_000 ? 6 : 8, '0')

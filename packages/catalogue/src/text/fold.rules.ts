/**
 * Folds texts for comparison: width, case, kana, Chinese character forms, Latin accents, long vowel marks and wave dashes make no
 * difference. Both sides of every comparison must be folded.
 */
import { variantTable } from './variants.rules.ts'

/** Returns the folded text. Every run of white space becomes one space, and both ends are trimmed. */
export function fold(text: string): string {
  let units = scratch
  const end = foldInto(text, 0, (length) => {
    if (length > units.length) units = new Uint16Array(length)
    return units
  })
  let folded = ''
  for (let at = 0; at < end; at += maxArguments)
    folded += String.fromCharCode(...units.subarray(at, Math.min(at + maxArguments, end)))
  return folded
}

/** Long enough for almost all texts. */
const scratch = new Uint16Array(256)
/** Limit of arguments per call: engines accept only some ten thousand. */
const maxArguments = 4_096

/**
 * Writes the folded text from `start` and returns its end. `roomFor` is called with the number of units needed after `start`; it returns an
 * array that keeps everything before `start`.
 */
export function foldInto(text: string, start: number, roomFor: (length: number) => Uint16Array): number {
  const end = foldUnits(text, { units: roomFor(text.length), start, isComposed: false })
  if (end !== undefined) return end
  const composed = compose(text)
  return foldUnits(composed, { units: roomFor(composed.length), start, isComposed: true }) ?? start
}

interface Folding {
  readonly units: Uint16Array
  readonly start: number
  readonly isComposed: boolean
}

/** Returns undefined as soon as a unit must be composed with its neighbors. */
function foldUnits(text: string, { units, start, isComposed }: Folding): number | undefined {
  const table = foldingTable()
  let end = start
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const found = table[unit]!
    if (found === composing && !isComposed) return undefined
    const to = found === composing ? unit : found
    if (to !== dropped && !(to === space && (end === start || units[end - 1] === space))) units[end++] = to
  }
  return end > start && units[end - 1] === space ? end - 1 : end
}

const dropped = 0
const space = 0x20
/** Marks units that have a meaning only together with their neighbors; not a character. */
const composing = 0xffff
const unitCount = 65_536

let cachedTable: Uint16Array | undefined

/** Returns the table by code unit, built on first use: that normalizes every code unit once. */
function foldingTable(): Uint16Array {
  cachedTable ??= makeTable()
  return cachedTable
}

function makeTable(): Uint16Array {
  const table = new Uint16Array(unitCount)
  const variants = variantTable()
  for (let unit = 0; unit < unitCount; unit++) {
    const single = isSurrogate(unit) ? String.fromCharCode(unit) : compose(String.fromCharCode(unit))
    const to = single.length === 1 && !isCombining(unit) ? foldUnit(single.charCodeAt(0)) : composing
    table[unit] = variants.get(to) ?? to
  }
  return table
}

/** Removes accents of Latin letters, and keeps the voice marks of kana. */
const compose = (text: string) =>
  text.normalize('NFKD').replaceAll(accents, '').normalize('NFKC').toLowerCase()
const accents = /[\u0300-\u036f]/g

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff
/** Returns whether the unit is an accent, a kana voice mark of either width, or a part of a Korean syllable. */
const isCombining = (unit: number) =>
  (unit >= 0x0300 && unit <= 0x036f) ||
  (unit >= 0x1100 && unit <= 0x11ff) ||
  unit === 0x3099 ||
  unit === 0x309a ||
  unit === 0xff9e ||
  unit === 0xff9f

function foldUnit(unit: number): number {
  if (droppedUnits.has(unit)) return dropped
  if (isSpace(unit)) return space
  // Katakana are 0x60 after the corresponding hiragana.
  return (unit >= 0x30a1 && unit <= 0x30f6) || unit === 0x30fd || unit === 0x30fe ? unit - 0x60 : unit
}

/** The long vowel mark, and characters used as a wave dash. */
const droppedUnits = new Set([0, 0x30fc, 0x301c, 0x7e, 0x3030])
const isSpace = (unit: number) =>
  unit <= space || (unit >= 0x7f && unit <= 0xa0) || /\s/.test(String.fromCharCode(unit))

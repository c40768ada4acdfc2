import { addressOf, putWord, word } from './bits'
import { columnAt, denseOf, dir, kindAt, lengthOf, listOf, rangesOf, works } from './generation'
import { Column, Included, includedWords, Query, Range, rangeWords, sampleShift, unknown } from './layout'

/** The result of `shortest` if no work can match. */
export const nothing: i32 = 0
export let sourceLength: u32 = 0
export let source: usize = 0

/**
 * Writes the bounds of each range in its order, and finds the shortest list that contains every work that can match. Returns `nothing` if
 * no work can match.
 */
export function shortest(query: usize, bounds: usize, included: usize): i32 {
  sourceLength = 0xffff_ffff
  const ranges = word(query, Query.rangeCount)
  let at = rangesOf(query)
  for (let range: u32 = 0; range < ranges; range++, at = addressOf(at, rangeWords)) {
    const column = columnAt(word(at, Range.column))
    const min = <i32>word(at, Range.min)
    const max = <i32>word(at, Range.max)
    const falls = word(column, Column.isDescending) != 0
    const start = falls ? firstPosition(column, max, true, true) : firstPosition(column, min, false, true)
    const end = falls ? firstPosition(column, min, true, false) : firstPosition(column, max, false, false)
    if (end <= start) return nothing
    putWord(bounds, 2 * range, start)
    putWord(bounds, 2 * range + 1, end)
    offer(<usize>word(column, Column.ordinals) + ((<usize>start) << 2), end - start)
  }
  at = included + 4
  for (let left = word(included, 0); left != 0; left--) {
    const kind = kindAt(word(at, Included.kind))
    const any = word(at, Included.isAny)
    const keys = word(at, Included.keyCount)
    at = addressOf(at, includedWords)
    if (any != 0 && keys == 0) return nothing
    for (let key: u32 = 0; key < keys; key++, at += 4) {
      if ((any != 0 && keys > 1) || denseOf(kind, word(at, 0)) != 0) continue
      const length = lengthOf(kind, word(at, 0))
      if (length == 0) return nothing
      offer(listOf(kind, word(at, 0)), length)
    }
  }
  return 1
}

function offer(list: usize, length: u32): void {
  if (length >= sourceLength) return
  sourceLength = length
  source = list
}

/**
 * Returns the first position of a column's order whose value reaches the bound (`start`) or passes it. Samples are searched first, so that
 * a search reads few cache lines.
 */
function firstPosition(column: usize, bound: i32, falls: bool, start: bool): u32 {
  const values: usize = word(column, Column.values)
  const ordinals: usize = word(column, Column.ordinals)
  const samples: usize = word(column, Column.samples)
  let low: u32 = 0
  let high = word(column, Column.sampleCount)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(load<i32>(samples + ((<usize>middle) << 2)), bound, falls, start)) high = middle
    else low = middle + 1
  }
  // Sample s is the value at position `s << sampleShift`; the result is after the last sample that does not hold.
  high = min(low << sampleShift, works)
  low = low == 0 ? 0 : ((low - 1) << sampleShift) + 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(load<i32>(values + ((<usize>word(ordinals, middle)) << 2)), bound, falls, start)) high = middle
    else low = middle + 1
  }
  return low
}

// @ts-expect-error: decorator
@inline
function holds(value: i32, bound: i32, falls: bool, start: bool): bool {
  if (value == unknown) return true
  if (start) return falls ? value <= bound : value >= bound
  return falls ? value < bound : value > bound
}

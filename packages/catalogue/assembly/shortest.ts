/** The shortest list that holds every work that can pass, and where the ranges end in their orders. */
import { putWord, word } from './bits'
import { columnAt, denseOf, dir, kindAt, lengthOf, listOf, rangesAt, works } from './generation'

/** `shortest` says that no work can pass. */
export const nothing: i32 = 0
export let sourceLength: u32 = 0
export let source: usize = 0

/** The bounds of each range in its order, and the shortest list that holds every work that can pass. */
export function shortest(question: usize, bounds: usize, included: usize): i32 {
  sourceLength = 0xffff_ffff
  const ranges = word(question, rangesAt)
  let at = question + ((<usize>(rangesAt + 1)) << 2)
  for (let range: u32 = 0; range < ranges; range++, at += 12) {
    const column = columnAt(word(at, 0))
    const min = load<i32>(at, 4)
    const max = load<i32>(at, 8)
    const falls = word(column, 2) != 0
    const start = falls ? firstPlace(column, max, true, true) : firstPlace(column, min, false, true)
    const end = falls ? firstPlace(column, min, true, false) : firstPlace(column, max, false, false)
    if (end <= start) return nothing
    putWord(bounds, 2 * range, start)
    putWord(bounds, 2 * range + 1, end)
    offer(<usize>word(column, 1) + ((<usize>start) << 2), end - start)
  }
  at = included + 4
  for (let left = word(included, 0); left != 0; left--) {
    const kind = kindAt(word(at, 0))
    const any = word(at, 1)
    const keys = word(at, 2)
    at += 12
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

const unknown: i32 = i32.MIN_VALUE

/** The first place of a column's order whose value is reached (`start`) or past; samples first, so that few lines are read. */
function firstPlace(column: usize, bound: i32, falls: bool, start: bool): u32 {
  const values: usize = word(column, 0)
  const ordinals: usize = word(column, 1)
  const samples: usize = word(column, 6)
  let low: u32 = 0
  let high = word(column, 7)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(load<i32>(samples + ((<usize>middle) << 2)), bound, falls, start)) high = middle
    else low = middle + 1
  }
  // Sample s is the value at place s * sampled: the answer lies after the last that does not hold.
  const shift = word(dir, 12)
  high = min(low << shift, works)
  low = low == 0 ? 0 : ((low - 1) << shift) + 1
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

/**
 * Finds a page of the random order in a bitset. Shuffled numbers are evenly distributed, so the position of the page among them is
 * estimated: numbers below it are only counted, and the smallest others are kept.
 */
import { word } from './bits'
import { dir, words } from './generation'
import { Directory } from './layout'
import { rise, sink } from './heap'
import { shuffled, shuffledFour } from './shuffle'

/** The estimate was wrong, or there is too little room for the numbers. */
export const estimateMissed: u32 = 0xffff_ffff

/** If a word has at least this many bits set, testing all 32 works at once is faster. */
// @ts-expect-error: decorator
@inline const minDenseBits: u32 = 8

/** The position in the order of the smallest number in the heap. */
export let heldFrom: u32 = 0

/** Fills the heap with the numbers from position `heldFrom` of the order to position `end` (exclusive). Returns how many, or `estimateMissed`. */
export function holdPage(bits: usize, total: u32, offset: u32, end: u32, heap: usize, room: u32): u32 {
  const spacing = <f64>0x1_0000_0000 / <f64>total
  const low = numberAt(<f64>offset - slack(offset, total), spacing)
  const high = numberAt(<f64>end + slack(end, total), spacing)
  const passed = low == 0 ? <u32>0 : countBelow(bits, low)
  const wanted = end - passed
  if (passed > offset || wanted > room) return estimateMissed
  heldFrom = passed
  return hold(bits, low, high, heap, wanted) == wanted ? wanted : estimateMissed
}

/** Six standard deviations of how many numbers are below a bound, plus 8, so that an estimate is almost never wrong. */
function slack(position: u32, total: u32): f64 {
  const share = <f64>position / <f64>total
  return 8 + 6 * Math.sqrt(<f64>position * (1 - share))
}

/** Returns the number expected at a position of the order. */
function numberAt(position: f64, spacing: f64): u32 {
  const at = position * spacing
  if (at <= 0) return 0
  return at >= <f64>0xffff_ffff ? 0xffff_ffff : <u32>at
}

function countBelow(bits: usize, bound: u32): u32 {
  const keys: usize = word(dir, Directory.keys)
  const most = i32x4.splat(bound - 1)
  let found: u32 = 0
  for (let at: u32 = 0; at < words; at++) {
    let left = word(bits, at)
    const position = keys + ((<usize>at) << 7)
    if (popcnt(left) < minDenseBits)
      for (; left != 0; left &= left - 1) found += <u32>(shuffled(word(position, ctz(left))) < bound)
    else found += popcnt(left & bitsUpTo(position, most))
  }
  return found
}

/** Collects up to `wanted` of the smallest numbers from `low` to `high` (exclusive). Returns how many. */
function hold(bits: usize, low: u32, high: u32, heap: usize, wanted: u32): u32 {
  const keys: usize = word(dir, Directory.keys)
  const most = i32x4.splat(high - 1)
  let held: u32 = 0
  for (let at: u32 = 0; at < words; at++) {
    let hits = word(bits, at)
    const position = keys + ((<usize>at) << 7)
    if (popcnt(hits) >= minDenseBits) hits &= bitsUpTo(position, most)
    for (; hits != 0; hits &= hits - 1) {
      const number = shuffled(word(position, ctz(hits)))
      if (number < low || number >= high) continue
      if (held < wanted) rise(heap, held++, number)
      else if (number < word(heap, 0)) sink(heap, held, number)
    }
  }
  return held
}

/** Returns a bit for each of the next 32 keys whose number is at most `most`. */
// @ts-expect-error: decorator
@inline
function bitsUpTo(keys: usize, most: v128): u32 {
  return compareSixteen(keys, most) | (compareSixteen(keys + 64, most) << 16)
}

// @ts-expect-error: decorator
@inline
function compareSixteen(keys: usize, most: v128): u32 {
  const first = i16x8.narrow_i32x4_s(compareFour(keys, most), compareFour(keys + 16, most))
  const last = i16x8.narrow_i32x4_s(compareFour(keys + 32, most), compareFour(keys + 48, most))
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, last))
}

/** Processors derive unsigned comparison from the minimum: `le` takes one instruction less than `lt`. */
// @ts-expect-error: decorator
@inline
function compareFour(keys: usize, most: v128): v128 {
  return i32x4.le_u(shuffledFour(v128.load(keys)), most)
}

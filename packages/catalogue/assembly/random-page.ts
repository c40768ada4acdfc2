/**
 * A page of the random order out of bits. Shuffled numbers are spread evenly, so where a page lies among them is
 * guessed: those below are only counted, and of the others the smallest are held.
 */
import { word } from './bits'
import { dir, words } from './generation'
import { Directory } from './layout'
import { rise, sink } from './heap'
import { shuffled, shuffledFour } from './shuffle'

/** The guess was wrong, or there is no room for all that must be held. */
export const missed: u32 = 0xffff_ffff

/** Bits of one word from which on all 32 works at once are faster than each that is set. */
// @ts-expect-error: decorator
@inline const crowded: u32 = 8

/** The position in the order of the smallest number that is held. */
export let heldFrom: u32 = 0

/** Fills the heap with the numbers from position `heldFrom` of the order to position `end`; returns how many they are. */
export function holdPage(bits: usize, total: u32, offset: u32, end: u32, heap: usize, room: u32): u32 {
  const spacing = <f64>0x1_0000_0000 / <f64>total
  const low = numberAt(<f64>offset - slack(offset, total), spacing)
  const high = numberAt(<f64>end + slack(end, total), spacing)
  const passed = low == 0 ? <u32>0 : countBelow(bits, low)
  const wanted = end - passed
  if (passed > offset || wanted > room) return missed
  heldFrom = passed
  return hold(bits, low, high, heap, wanted) == wanted ? wanted : missed
}

/** Many times the spread of how many numbers lie below a bound, so that the guess is hardly ever wrong. */
function slack(position: u32, total: u32): f64 {
  const share = <f64>position / <f64>total
  return 8 + 6 * Math.sqrt(<f64>position * (1 - share))
}

/** Returns the number that is to be expected at a position of the order. */
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
    if (popcnt(left) < crowded)
      for (; left != 0; left &= left - 1) found += <u32>(shuffled(word(position, ctz(left))) < bound)
    else found += popcnt(left & upTo(position, most))
  }
  return found
}

/** Returns the `wanted` smallest from `low` to `high`; fewer if there are no more. */
function hold(bits: usize, low: u32, high: u32, heap: usize, wanted: u32): u32 {
  const keys: usize = word(dir, Directory.keys)
  const most = i32x4.splat(high - 1)
  let held: u32 = 0
  for (let at: u32 = 0; at < words; at++) {
    let hits = word(bits, at)
    const position = keys + ((<usize>at) << 7)
    if (popcnt(hits) >= crowded) hits &= upTo(position, most)
    for (; hits != 0; hits &= hits - 1) {
      const number = shuffled(word(position, ctz(hits)))
      if (number < low || number >= high) continue
      if (held < wanted) rise(heap, held++, number)
      else if (number < word(heap, 0)) sink(heap, held, number)
    }
  }
  return held
}

/** A bit for each of the 32 keys from here on whose number is no higher than this. */
// @ts-expect-error: decorator
@inline
function upTo(keys: usize, most: v128): u32 {
  return half(keys, most) | (half(keys + 64, most) << 16)
}

// @ts-expect-error: decorator
@inline
function half(keys: usize, most: v128): u32 {
  const first = i16x8.narrow_i32x4_s(four(keys, most), four(keys + 16, most))
  const last = i16x8.narrow_i32x4_s(four(keys + 32, most), four(keys + 48, most))
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, last))
}

/** Processors compare without a sign by the smaller of both: that is one step less than to tell what is below. */
// @ts-expect-error: decorator
@inline
function four(keys: usize, most: v128): v128 {
  return i32x4.le_u(shuffledFour(v128.load(keys)), most)
}

/** Editions of one work count once; `src/model/editions.ts` defines the preference. */
import { addressOf, flip, has, word } from './bits'
import { Editions } from './layout'

/** Clears each edition of which a better one is set, and sets it in `others` unless that is 0. Returns how many were cleared. */
export function keepFirst(bits: usize, words: u32, later: usize, before: usize, better: usize, others: usize): u32 {
  let cleared: u32 = 0
  for (let block: u32 = 0; block < words; block += 4) {
    const position = (<usize>block) << 2
    if (!v128.any_true(v128.and(v128.load(bits + position), v128.load(later + position)))) continue
    let number = word(before, block >>> 2)
    for (let at: usize = position; at < position + 16; at += 4) {
      const members = load<u32>(later + at)
      for (let left = load<u32>(bits + at) & members; left != 0; left &= left - 1) {
        const lowest = left & (0 - left)
        // Cleared better editions need no special case: each of them has a better edition that is still set.
        if (!givesWay(bits, number + popcnt(members & (lowest - 1)), later, before, better)) continue
        store<u32>(bits + at, load<u32>(bits + at) & ~lowest)
        if (others != 0) store<u32>(others + at, load<u32>(others + at) | lowest)
        cleared++
      }
      number += popcnt(members)
    }
  }
  return cleared
}

/** Does the same for bitsets with most bits set. It is branchless, because branches on these bits would be mispredicted. */
export function keepFirstOfMany(bits: usize, order: usize): u32 {
  let worse: usize = word(order, Editions.worse)
  let better: usize = word(order, Editions.better)
  const end = addressOf(worse, word(order, Editions.pairCount))
  let cleared: u32 = 0
  for (; worse < end; worse += 4, better += 4) {
    const ordinal = load<u32>(worse)
    const at = addressOf(bits, ordinal >>> 5)
    const before = load<u32>(at)
    // Shift counts use only the lowest five bits.
    const gives = (before >>> ordinal) & <u32>has(bits, load<u32>(better))
    store<u32>(at, before & ~(gives << ordinal))
    cleared += gives
  }
  return cleared + clearChained(bits, order)
}

/** Clears editions with many better ones, of which none that `better` lists is set. */
function clearChained(bits: usize, order: usize): u32 {
  const worse: usize = word(order, Editions.worse)
  let cleared: u32 = 0
  for (let one: u32 = 0; one < word(order, Editions.chainedCount); one++) {
    const number = word(word(order, Editions.chained), one)
    const ordinal = word(worse, number)
    if (!has(bits, ordinal) || !givesWay(bits, number, word(order, Editions.bits), word(order, Editions.before), word(order, Editions.better))) continue
    flip(bits, ordinal)
    cleared++
  }
  return cleared
}

/** Returns whether a better edition is set; the work must have a better one. */
export function givesWayIn(bits: usize, ordinal: u32, order: usize): bool {
  const later: usize = word(order, Editions.bits)
  const before: usize = word(order, Editions.before)
  return givesWay(bits, numberOf(later, before, ordinal), later, before, word(order, Editions.better))
}

/** Does the same by the number of the work among those that have a better edition. */
// @ts-expect-error: decorator
@inline
function givesWay(bits: usize, number: u32, later: usize, before: usize, better: usize): bool {
  let next = word(better, number)
  while (!has(bits, next) && has(later, next)) next = word(better, numberOf(later, before, next))
  return has(bits, next)
}

/** Returns the number of bits set before an ordinal, as in `src/memory/arena.ts`. */
export function numberOf(bits: usize, before: usize, ordinal: u32): u32 {
  const at = ordinal >>> 5
  let number = word(before, at >>> 2)
  for (let one = at & ~3; one < at; one++) number += popcnt(word(bits, one))
  return number + popcnt(word(bits, at) & ((1 << (ordinal & 31)) - 1))
}

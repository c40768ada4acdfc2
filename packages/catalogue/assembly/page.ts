/** Finds the keys of one page of a bitset in the cheapest way. */
import { putWord, word } from './bits'
import { dir, orderAt, words, works } from './generation'
import { Directory, lookCost, maxHeld, Order, Query, randomSort, sortCost } from './layout'
import { least, sink } from './heap'
import { heldFrom, holdPage, estimateMissed } from './random-page'
import { keyOfShuffled } from './shuffle'
import { take } from './walk'

/** Returned if the kernel declines a query: it has too little room, or sorting all matches is cheaper. */
export const declined: i32 = -1

export function page(bits: usize, total: u32, isOpen: bool, query: usize, out: usize): i32 {
  const offset = word(query, Query.offset)
  const end = min(offset + word(query, Query.limit), total)
  if (word(query, Query.sort) == randomSort) return randomPage(bits, total, offset, end, out)
  const order = orderAt(word(query, Query.sort))
  const ordinals: usize = word(order, Order.ordinals)
  const keys: usize = word(dir, Directory.keys)
  const wanted = end - offset
  if (total == works) {
    for (let at: u32 = 0; at < wanted; at++) putWord(out, at, word(keys, word(ordinals, offset + at)))
    return wanted
  }
  const from = isOpen ? word(query, Query.walkFrom) : 0
  const skip = isOpen ? word(query, Query.walkSkip) : offset
  const walk = (<u64>end * <u64>works) / <u64>total
  if (from == 0 && end <= maxHeld && <u64>(works >>> 5) + <u64>total * lookCost < walk) return keysOfRanks(order, out, offset, least(bits, words, word(order, Order.ranks), out, end))
  if (from == 0 && <u64>(works >>> 5) + <u64>total * sortCost < walk) return declined
  take(bits, ordinals, from, skip, out, wanted)
  for (let at: u32 = 0; at < wanted; at++) putWord(out, at, word(keys, word(out, at)))
  return wanted
}

function randomPage(bits: usize, total: u32, offset: u32, end: u32, out: usize): i32 {
  const held = holdPage(bits, total, offset, end, out, word(dir, Directory.maxShuffled))
  return held == estimateMissed ? declined : keysOfShuffled(out, offset - heldFrom, held)
}

/** Sorts a heap of ranks in place and replaces the ranks after `skip` with keys. Returns how many. */
export function keysOfRanks(order: usize, heap: usize, skip: u32, held: u32): i32 {
  sort(heap, held)
  const ordinals: usize = word(order, Order.ordinals)
  const keys: usize = word(dir, Directory.keys)
  for (let at = skip; at < held; at++) putWord(heap, at - skip, word(keys, word(ordinals, word(heap, at))))
  return held - skip
}

/** Does the same for a heap of shuffled numbers. */
export function keysOfShuffled(heap: usize, skip: u32, held: u32): i32 {
  sort(heap, held)
  for (let at = skip; at < held; at++) putWord(heap, at - skip, keyOfShuffled(word(heap, at)))
  return held - skip
}

function sort(heap: usize, held: u32): void {
  for (let left = held - 1; <i32>left > 0; left--) {
    const top = word(heap, 0)
    const last = word(heap, left)
    sink(heap, left, last)
    putWord(heap, left, top)
  }
}

/** The keys of one page out of bits, the cheapest way. */
import { putWord, word } from './bits'
import { dir, orderAt, randomSort, words, works } from './generation'
import { least, sink } from './heap'
import { heldFrom, holdPage, missed } from './random-page'
import { keyOfShuffled } from './shuffle'
import { take } from './take'

/** The question is not for here: it needs more room than there is, or a sort of all that passed. */
export const notHere: i32 = -1

export function page(bits: usize, total: u32, isOpen: bool, question: usize, out: usize): i32 {
  const offset = word(question, 3)
  const end = min(offset + word(question, 4), total)
  if (word(question, 2) == randomSort) return randomPage(bits, total, offset, end, out)
  const order = orderAt(word(question, 2))
  const ordinals: usize = word(order, 0)
  const keys: usize = word(dir, 2)
  const wanted = end - offset
  if (total == works) {
    for (let at: u32 = 0; at < wanted; at++) putWord(out, at, word(keys, word(ordinals, offset + at)))
    return wanted
  }
  const from = isOpen ? word(question, 9) : 0
  const skip = isOpen ? word(question, 10) : offset
  const walk = (<u64>end * <u64>works) / <u64>total
  // Looking at every work that passed costs a look at each word and about this much a work.
  if (from == 0 && end <= 256 && <u64>(works >>> 5) + <u64>total * 3 < walk) return keysOfRanks(order, out, offset, least(bits, words, word(order, 1), out, end))
  // Gathering and sorting them all.
  if (from == 0 && <u64>(works >>> 5) + <u64>total * 40 < walk) return notHere
  take(bits, ordinals, from, skip, out, wanted)
  for (let at: u32 = 0; at < wanted; at++) putWord(out, at, word(keys, word(out, at)))
  return wanted
}

function randomPage(bits: usize, total: u32, offset: u32, end: u32, out: usize): i32 {
  // As `roomOf` has it in `src/kernel/answering.ts`.
  const room = 1024 + 8 * <u32>Math.sqrt(<f64>works)
  const held = holdPage(bits, total, offset, end, out, room)
  return held == missed ? notHere : keysOfShuffled(out, offset - heldFrom, held)
}

/** Sorts a heap of ranks in place and puts the keys of those after `skip` in their stead. */
export function keysOfRanks(order: usize, heap: usize, skip: u32, held: u32): i32 {
  sort(heap, held)
  const ordinals: usize = word(order, 0)
  const keys: usize = word(dir, 2)
  for (let at = skip; at < held; at++) putWord(heap, at - skip, word(keys, word(ordinals, word(heap, at))))
  return held - skip
}

/** The same with a heap of shuffled numbers. */
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

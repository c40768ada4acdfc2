/** The filter over whole bitsets. If few works are left, the remaining conditions are tested on their list. */
import { addressOf, putWord, word } from './bits'
import { andSteps, gathered, isGathered } from './and-steps'
import { openGathered, pageOfCandidates, isCheaperByCandidates } from './candidate-list'
import { columnAt, denseOf, dir, editionsAt, kindAt, lengthOf, listOf, rangesOf, words, works } from './generation'
import { keepFirst, keepFirstOfMany } from './editions'
import { Directory, Editions, Excluded, excludedWords, gatheredShare, manyShare, Query, Range, rangeWords } from './layout'
import { declined, page } from './page'
import { addExcluded, addFlags, addIncluded, addRange, isOutOfRoom, startSteps, stepCount } from './steps'

export function listBits(query: usize, bounds: usize, out: usize): i32 {
  startSteps()
  let at = rangesOf(query)
  for (let range: u32 = 0; range < word(query, Query.rangeCount); range++, at = addressOf(at, rangeWords))
    addRange(columnAt(word(at, Range.column)), word(bounds, 2 * range), word(bounds, 2 * range + 1))
  at = addIncluded(at)
  const excluded = at
  at = addExcluded(at)
  addFlags(query)
  if (isOutOfRoom) return declined
  const locale = word(query, Query.editions)
  const isOpen = locale == 0 && stepCount == 0 && word(excluded, 0) == 0 && word(at, 0) == 0 && word(query, Query.languages) == 0
  let bits: usize = word(query, Query.mask)
  let total = word(query, Query.maskTotal)
  if (!isOpen) {
    bits = word(dir, Directory.scratch)
    total = andSteps(word(query, Query.mask), total == works, bits)
    // Longer lists of excluded works are not cleared here: testing each gathered work is cheaper.
    const longest = isGathered ? gathered * gatheredShare : u32.MAX_VALUE
    total -= clearExcluded(bits, excluded, longest)
    total -= clearWorks(bits, at)
    if (word(query, Query.languages) != 0) total = keepLanguages(bits, word(query, Query.languages))
    if (isGathered) total = openGathered(bits, excluded, longest, locale)
    else if (locale != 0) total -= keepBest(bits, total, editionsAt(locale))
  }
  store<u32>(out, total)
  const offset = word(query, Query.offset)
  if (offset >= total) return 0
  if (!isOpen && isGathered && isCheaperByCandidates(query, total)) return pageOfCandidates(query, total, out)
  return page(bits, total, isOpen, query, out + 4)
}

function keepBest(bits: usize, total: u32, order: usize): u32 {
  if (<u64>total * manyShare > works) return keepFirstOfMany(bits, order)
  return keepFirst(bits, words, word(order, Editions.bits), word(order, Editions.before), word(order, Editions.better), 0)
}

// @ts-expect-error: decorator
@inline
function drop(bits: usize, ordinal: u32): u32 {
  const at = bits + ((<usize>(ordinal >>> 5)) << 2)
  const before = load<u32>(at)
  store<u32>(at, before & ~(1 << (ordinal & 31)))
  return (before >>> (ordinal & 31)) & 1
}

/** Clears the works of excluded entities without a bitset whose lists have up to `longest` works. Returns how many bits were cleared. */
function clearExcluded(bits: usize, at: usize, longest: u32): u32 {
  let cleared: u32 = 0
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, Excluded.kind))
    const keys = word(at, Excluded.keyCount)
    at = addressOf(at, excludedWords)
    for (let key: u32 = 0; key < keys; key++, at += 4) {
      const length = lengthOf(kind, load<u32>(at))
      if (length == 0 || length > longest || denseOf(kind, load<u32>(at)) != 0) continue
      let one = listOf(kind, load<u32>(at))
      const end = one + ((<usize>length) << 2)
      for (; one < end; one += 4) cleared += drop(bits, load<u32>(one))
    }
  }
  return cleared
}

function clearWorks(bits: usize, at: usize): u32 {
  let cleared: u32 = 0
  const end = at + 4 + ((<usize>load<u32>(at)) << 2)
  for (at += 4; at < end; at += 4) {
    const ordinal = ordinalOf(load<i32>(at))
    if (ordinal < works) cleared += drop(bits, ordinal)
  }
  return cleared
}

/** Returns the ordinal of a key, or `works` if there is none. Keys are nearly evenly spaced: interpolate, gallop, then search binary. */
function ordinalOf(key: i32): u32 {
  const keys: usize = word(dir, Directory.keys)
  let low: u32 = 0
  let high = works
  if (works == 0) return works
  const first = load<i32>(keys)
  const last = <i32>word(keys, works - 1)
  if (key < first || key > last) return works
  const guess = last == first ? 0 : <u32>((<u64>(<i64>key - <i64>first) * <u64>(works - 1)) / <u64>(<i64>last - <i64>first))
  let step: u32 = 1
  if (<i32>word(keys, guess) < key) {
    low = guess + 1
    for (; low + step < works && <i32>word(keys, low + step - 1) < key; step <<= 1) low += step
    high = min(works, low + step)
  } else {
    high = guess
    for (; high >= step && <i32>word(keys, high - step) >= key; step <<= 1) high -= step
    low = high >= step ? high - step + 1 : 0
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if (<i32>word(keys, middle) < key) low = middle + 1
    else high = middle
  }
  return low < works && <i32>word(keys, low) == key ? low : works
}

function keepLanguages(bits: usize, mask: u32): u32 {
  const column: usize = word(dir, Directory.languages)
  let total: u32 = 0
  for (let at: u32 = 0; at < words; at++) {
    let left = word(bits, at)
    let kept = left
    while (left != 0) {
      const lowest = left & (0 - left)
      if ((word(column, (at << 5) | ctz(left)) & mask) == 0) kept ^= lowest
      left ^= lowest
    }
    putWord(bits, at, kept)
    total += popcnt(kept)
  }
  return total
}

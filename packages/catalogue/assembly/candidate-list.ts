/**
 * The filter over a candidate list: tests the works of the shortest list one by one, condition after condition. It also finishes queries
 * whose bitsets leave few works.
 */
import { gathered } from './and-steps'
import { addressOf, flip, has, word } from './bits'
import { columnAt, denseOf, dir, editionsAt, isEntity, kindAt, lengthOf, listOf, orderAt, rangesOf, works } from './generation'
import { allAges, candidateCost, Column, Directory, Editions, Excluded, excludedWords, Flag, Included, includedWords, Kind, Order, Query, randomSort, Range, rangeWords } from './layout'
import { givesWayIn, numberOf } from './editions'
import { rise, sink } from './heap'
import { keysOfRanks, keysOfShuffled } from './page'
import { source, sourceLength } from './shortest'
import { shuffled } from './shuffle'

let candidates: usize = 0
let candidatesEnd: usize = 0

export function listCandidates(query: usize, bounds: usize, out: usize): i32 {
  candidates = word(dir, Directory.candidates)
  candidatesEnd = candidates + ((<usize>sourceLength) << 2)
  memory.copy(candidates, source, (<usize>sourceLength) << 2)
  if (word(query, Query.maskTotal) != works) keepBits(word(query, Query.mask), true)
  const ranges = rangesOf(query)
  let at = addressOf(ranges, rangeWords * word(query, Query.rangeCount))
  at = keepIncluded(at)
  at = dropExcluded(at)
  keepFlags(query)
  keepRanges(ranges, word(query, Query.rangeCount), bounds)
  dropWorks(at)
  if (word(query, Query.editions) != 0) keepFirst(editionsAt(word(query, Query.editions)))
  const total = left()
  store<u32>(out, total)
  return word(query, Query.offset) >= total ? 0 : pageOfCandidates(query, total, out)
}

// @ts-expect-error: decorator
@inline
function left(): u32 {
  return <u32>((candidatesEnd - candidates) >>> 2)
}

/**
 * Takes the gathered works as candidates, without those cleared since, and tests the remaining conditions. Returns the number of works;
 * afterwards, the bitset and the list hold the same works.
 */
export function openGathered(bits: usize, excluded: usize, longest: u32, locale: u32): u32 {
  candidates = word(dir, Directory.candidates)
  candidatesEnd = addressOf(candidates, gathered)
  keepBits(bits, true)
  dropLonger(bits, excluded, longest)
  if (locale != 0) keepFirstIn(bits, editionsAt(locale))
  return left()
}

/** Drops the works of excluded entities without a bitset whose lists have more than `longest` works. */
function dropLonger(bits: usize, at: usize, longest: u32): void {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, Excluded.kind))
    const keys = word(at, Excluded.keyCount)
    at = addressOf(at, excludedWords)
    for (let key: u32 = 0; key < keys; key++, at += 4) if (lengthOf(kind, load<u32>(at)) > longest) dropLinked(bits, kind, load<u32>(at))
  }
}

function dropLinked(bits: usize, kind: usize, key: u32): void {
  let to = candidates
  for (let at = candidates; at < candidatesEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    if (isLinked(kind, key, ordinal)) flip(bits, ordinal)
    else to += 4
  }
  candidatesEnd = to
}

function keepFirstIn(bits: usize, order: usize): void {
  const later: usize = word(order, Editions.bits)
  let to = candidates
  for (let at = candidates; at < candidatesEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    // Cleared better editions need no special case: each of them has a better edition that is still set.
    if (has(later, ordinal) && givesWayIn(bits, ordinal, order)) flip(bits, ordinal)
    else to += 4
  }
  candidatesEnd = to
}

/** Returns whether testing each candidate is cheaper than walking along the order until the page is full. */
export function isCheaperByCandidates(query: usize, total: u32): bool {
  if (word(query, Query.sort) == randomSort) return true
  const end = min(word(query, Query.offset) + word(query, Query.limit), total)
  return <u64>total * candidateCost < (<u64>end * <u64>works) / <u64>total
}

/** Writes the keys of the page after the total in `out`; returns how many. */
export function pageOfCandidates(query: usize, total: u32, out: usize): i32 {
  const offset = word(query, Query.offset)
  const end = min(offset + word(query, Query.limit), total)
  const isRandom = word(query, Query.sort) == randomSort
  const order = orderAt(word(query, Query.sort))
  // The random order ranks works by their shuffled key, stored orders by their rank.
  const numbers: usize = isRandom ? word(dir, Directory.keys) : word(order, Order.ranks)
  let held: u32 = 0
  for (let one = candidates; one < candidatesEnd; one += 4) {
    const number = word(numbers, load<u32>(one))
    const rank = isRandom ? shuffled(number) : number
    if (held < end) rise(out + 4, held++, rank)
    else if (rank < word(out, 1)) sink(out + 4, held, rank)
  }
  return isRandom ? keysOfShuffled(out + 4, offset, held) : keysOfRanks(order, out + 4, offset, held)
}

function keepBits(bits: usize, wanted: bool): void {
  let to = candidates
  for (let at = candidates; at < candidatesEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    if (has(bits, ordinal) == wanted) to += 4
  }
  candidatesEnd = to
}

function keepIncluded(at: usize): usize {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, Included.kind))
    const any = word(at, Included.isAny) != 0
    const keys = word(at, Included.keyCount)
    at = addressOf(at, includedWords)
    if (any) keepAny(kind, at, keys)
    else for (let key: u32 = 0; key < keys; key++) if (denseOf(kind, word(at, key)) != 0 || listOf(kind, word(at, key)) != source) keepKey(kind, word(at, key), true)
    at += (<usize>keys) << 2
  }
  return at
}

function keepAny(kind: usize, keys: usize, length: u32): void {
  let to = candidates
  for (let at = candidates; at < candidatesEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    for (let key: u32 = 0; key < length; key++) {
      if (!hasEntity(kind, word(keys, key), ordinal)) continue
      to += 4
      break
    }
  }
  candidatesEnd = to
}

function dropExcluded(at: usize): usize {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, Excluded.kind))
    const keys = word(at, Excluded.keyCount)
    at = addressOf(at, excludedWords)
    for (let key: u32 = 0; key < keys; key++, at += 4) if (isEntity(kind, load<u32>(at))) keepKey(kind, load<u32>(at), false)
  }
  return at
}

function keepKey(kind: usize, key: u32, wanted: bool): void {
  const dense = denseOf(kind, key)
  if (dense != 0) return keepBits(dense, wanted)
  let to = candidates
  for (let at = candidates; at < candidatesEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    if (isLinked(kind, key, ordinal) == wanted) to += 4
  }
  candidatesEnd = to
}

function hasEntity(kind: usize, key: u32, ordinal: u32): bool {
  const dense = denseOf(kind, key)
  return dense != 0 ? has(dense, ordinal) : <i32>key >= 0 && isLinked(kind, key, ordinal)
}

function isLinked(kind: usize, key: u32, ordinal: u32): bool {
  const single: usize = word(kind, Kind.single)
  if (single != 0) return word(single, ordinal) == key
  const offsets: usize = word(kind, Kind.linkOffsets)
  const keys: usize = word(kind, Kind.linkKeys)
  const end = word(offsets, ordinal + 1)
  for (let at = word(offsets, ordinal); at < end; at++) if (word(keys, at) == key) return true
  return false
}

function keepFlags(query: usize): void {
  const ages = word(query, Query.ages)
  if ((ages & allAges) != allAges) {
    const column: usize = word(dir, Directory.ages)
    let to = candidates
    for (let at = candidates; at < candidatesEnd; at += 4) {
      const ordinal = load<u32>(at)
      store<u32>(to, ordinal)
      if (((ages >>> load<u8>(column + ordinal)) & 1) != 0) to += 4
    }
    candidatesEnd = to
  }
  const languages = word(query, Query.languages)
  if (languages != 0) {
    const column: usize = word(dir, Directory.languages)
    let to = candidates
    for (let at = candidates; at < candidatesEnd; at += 4) {
      const ordinal = load<u32>(at)
      store<u32>(to, ordinal)
      if ((word(column, ordinal) & languages) != 0) to += 4
    }
    candidatesEnd = to
  }
  if (word(query, Query.inLibrary) != Flag.either) keepBits(word(dir, Directory.inLibrary), word(query, Query.inLibrary) == Flag.set)
  if (word(query, Query.hasLyrics) != Flag.either) keepBits(word(dir, Directory.hasLyrics), word(query, Query.hasLyrics) == Flag.set)
}

function keepRanges(at: usize, ranges: u32, bounds: usize): void {
  for (let range: u32 = 0; range < ranges; range++, at = addressOf(at, rangeWords)) {
    const column = columnAt(word(at, Range.column))
    if (<usize>word(column, Column.ordinals) + ((<usize>word(bounds, 2 * range)) << 2) == source) continue
    const values: usize = word(column, Column.values)
    const min = <i32>word(at, Range.min)
    const max = <i32>word(at, Range.max)
    let to = candidates
    for (let one = candidates; one < candidatesEnd; one += 4) {
      const ordinal = load<u32>(one)
      store<u32>(to, ordinal)
      const value = load<i32>(values + ((<usize>ordinal) << 2))
      if (value >= min && value <= max) to += 4
    }
    candidatesEnd = to
  }
}

/**
 * Drops editions that have a better candidate. While the list is compacted in place, dropped editions may still be found or be overwritten.
 * Both are correct: the best edition of each group is always found.
 */
function keepFirst(order: usize): void {
  const later: usize = word(order, Editions.bits)
  let to = candidates
  for (let at = candidates; at < candidatesEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    if (!has(later, ordinal) || !givesWay(ordinal, order)) to += 4
  }
  candidatesEnd = to
}

function givesWay(ordinal: u32, order: usize): bool {
  const later: usize = word(order, Editions.bits)
  const better: usize = word(order, Editions.better)
  do {
    ordinal = word(better, numberOf(later, word(order, Editions.before), ordinal))
    if (isAmong(ordinal)) return true
  } while (has(later, ordinal))
  return false
}

function isAmong(ordinal: u32): bool {
  const wanted = i32x4.splat(ordinal)
  let at = candidates
  for (; at + 16 <= candidatesEnd; at += 16) if (v128.any_true(i32x4.eq(v128.load(at), wanted))) return true
  for (; at < candidatesEnd; at += 4) if (load<u32>(at) == ordinal) return true
  return false
}

function dropWorks(at: usize): void {
  const length = load<u32>(at)
  if (length == 0) return
  const keys: usize = word(dir, Directory.keys)
  const end = at + 4 + ((<usize>length) << 2)
  let to = candidates
  for (let one = candidates; one < candidatesEnd; one += 4) {
    const ordinal = load<u32>(one)
    store<u32>(to, ordinal)
    const key = word(keys, ordinal)
    let dropped = at + 4
    while (dropped < end && load<u32>(dropped) != key) dropped += 4
    if (dropped == end) to += 4
  }
  candidatesEnd = to
}

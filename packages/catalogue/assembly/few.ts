/** Few works, asked one by one, condition after condition. */
import { has, word } from './bits'
import { allAges, columnAt, denseOf, dir, editionsAt, isEntity, kindAt, listOf, orderAt, randomSort, rangesAt, works } from './generation'
import { numberOf } from './editions'
import { rise, sink } from './heap'
import { keysOfRanks, keysOfShuffled } from './page'
import { source, sourceLength } from './shortest'
import { shuffled } from './shuffle'

let few: usize = 0
let fewEnd: usize = 0

export function listFew(question: usize, bounds: usize, out: usize): i32 {
  few = word(dir, 11)
  fewEnd = few + ((<usize>sourceLength) << 2)
  memory.copy(few, source, (<usize>sourceLength) << 2)
  if (word(question, 1) != works) keepBits(word(question, 0), true)
  let at = question + ((<usize>(rangesAt + 1)) << 2)
  const ranges = at
  at += 12 * <usize>word(question, rangesAt)
  at = keepIncluded(at)
  at = dropExcluded(at)
  keepFlags(question)
  keepRanges(ranges, word(question, rangesAt), bounds)
  dropWorks(at)
  if (word(question, 12) != 0) keepFirst(editionsAt(word(question, 12)))
  const total = <u32>((fewEnd - few) >>> 2)
  store<u32>(out, total)
  const offset = word(question, 3)
  if (offset >= total) return 0
  const end = min(offset + word(question, 4), total)
  const isRandom = word(question, 2) == randomSort
  const order = orderAt(word(question, 2))
  // What a place in the order is found by: the key that is shuffled, or the rank.
  const numbers: usize = isRandom ? word(dir, 2) : word(order, 1)
  let held: u32 = 0
  for (let one = few; one < fewEnd; one += 4) {
    const number = word(numbers, load<u32>(one))
    const rank = isRandom ? shuffled(number) : number
    if (held < end) rise(out + 4, held++, rank)
    else if (rank < word(out, 1)) sink(out + 4, held, rank)
  }
  return isRandom ? keysOfShuffled(out + 4, offset, held) : keysOfRanks(order, out + 4, offset, held)
}

function keepBits(bits: usize, wanted: bool): void {
  let to = few
  for (let at = few; at < fewEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    if (has(bits, ordinal) == wanted) to += 4
  }
  fewEnd = to
}

function keepIncluded(at: usize): usize {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, 0))
    const any = word(at, 1) != 0
    const keys = word(at, 2)
    at += 12
    if (any) keepAny(kind, at, keys)
    else for (let key: u32 = 0; key < keys; key++) if (denseOf(kind, word(at, key)) != 0 || listOf(kind, word(at, key)) != source) keepKey(kind, word(at, key), true)
    at += (<usize>keys) << 2
  }
  return at
}

function keepAny(kind: usize, keys: usize, length: u32): void {
  let to = few
  for (let at = few; at < fewEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    for (let key: u32 = 0; key < length; key++) {
      if (!hasEntity(kind, word(keys, key), ordinal)) continue
      to += 4
      break
    }
  }
  fewEnd = to
}

function dropExcluded(at: usize): usize {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, 0))
    const keys = word(at, 1)
    at += 8
    for (let key: u32 = 0; key < keys; key++, at += 4) if (isEntity(kind, load<u32>(at))) keepKey(kind, load<u32>(at), false)
  }
  return at
}

function keepKey(kind: usize, key: u32, wanted: bool): void {
  const dense = denseOf(kind, key)
  if (dense != 0) return keepBits(dense, wanted)
  let to = few
  for (let at = few; at < fewEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    if (isLinked(kind, key, ordinal) == wanted) to += 4
  }
  fewEnd = to
}

function hasEntity(kind: usize, key: u32, ordinal: u32): bool {
  const dense = denseOf(kind, key)
  return dense != 0 ? has(dense, ordinal) : <i32>key >= 0 && isLinked(kind, key, ordinal)
}

function isLinked(kind: usize, key: u32, ordinal: u32): bool {
  const single: usize = word(kind, 5)
  if (single != 0) return word(single, ordinal) == key
  const offsets: usize = word(kind, 6)
  const keys: usize = word(kind, 7)
  const end = word(offsets, ordinal + 1)
  for (let at = word(offsets, ordinal); at < end; at++) if (word(keys, at) == key) return true
  return false
}

function keepFlags(question: usize): void {
  const ages = word(question, 5)
  if ((ages & allAges) != allAges) {
    const column: usize = word(dir, 3)
    let to = few
    for (let at = few; at < fewEnd; at += 4) {
      const ordinal = load<u32>(at)
      store<u32>(to, ordinal)
      if (((ages >>> load<u8>(column + ordinal)) & 1) != 0) to += 4
    }
    fewEnd = to
  }
  const languages = word(question, 6)
  if (languages != 0) {
    const column: usize = word(dir, 4)
    let to = few
    for (let at = few; at < fewEnd; at += 4) {
      const ordinal = load<u32>(at)
      store<u32>(to, ordinal)
      if ((word(column, ordinal) & languages) != 0) to += 4
    }
    fewEnd = to
  }
  if (word(question, 7) != 0) keepBits(word(dir, 5), word(question, 7) == 1)
  if (word(question, 8) != 0) keepBits(word(dir, 6), word(question, 8) == 1)
}

function keepRanges(at: usize, ranges: u32, bounds: usize): void {
  for (let range: u32 = 0; range < ranges; range++, at += 12) {
    const column = columnAt(word(at, 0))
    if (<usize>word(column, 1) + ((<usize>word(bounds, 2 * range)) << 2) == source) continue
    const values: usize = word(column, 0)
    const min = load<i32>(at, 4)
    const max = load<i32>(at, 8)
    let to = few
    for (let one = few; one < fewEnd; one += 4) {
      const ordinal = load<u32>(one)
      store<u32>(to, ordinal)
      const value = load<i32>(values + ((<usize>ordinal) << 2))
      if (value >= min && value <= max) to += 4
    }
    fewEnd = to
  }
}

/** A dropped edition may still be found, or be written over: the best of its group stays. */
function keepFirst(order: usize): void {
  const later: usize = word(order, 0)
  let to = few
  for (let at = few; at < fewEnd; at += 4) {
    const ordinal = load<u32>(at)
    store<u32>(to, ordinal)
    if (!has(later, ordinal) || !givesWay(ordinal, order)) to += 4
  }
  fewEnd = to
}

function givesWay(ordinal: u32, order: usize): bool {
  const later: usize = word(order, 0)
  const better: usize = word(order, 2)
  do {
    ordinal = word(better, numberOf(later, word(order, 1), ordinal))
    if (isAmong(ordinal)) return true
  } while (has(later, ordinal))
  return false
}

function isAmong(ordinal: u32): bool {
  const wanted = i32x4.splat(ordinal)
  let at = few
  for (; at + 16 <= fewEnd; at += 16) if (v128.any_true(i32x4.eq(v128.load(at), wanted))) return true
  for (; at < fewEnd; at += 4) if (load<u32>(at) == ordinal) return true
  return false
}

function dropWorks(at: usize): void {
  const length = load<u32>(at)
  if (length == 0) return
  const keys: usize = word(dir, 2)
  const end = at + 4 + ((<usize>length) << 2)
  let to = few
  for (let one = few; one < fewEnd; one += 4) {
    const ordinal = load<u32>(one)
    store<u32>(to, ordinal)
    const key = word(keys, ordinal)
    let dropped = at + 4
    while (dropped < end && load<u32>(dropped) != key) dropped += 4
    if (dropped == end) to += 4
  }
  fewEnd = to
}

/**
 * A whole question in one call: the filter, the exact total and the keys of the page. It runs on caches that others have
 * emptied, so what it touches counts, not only what it does. `src/kernel/directory.ts` and `question.ts` lay out what comes in.
 */
import { flip, has, put, putWord, word } from './bits'
import { least, rise, sink } from './heap'
import { count, take } from './kernel'

/** The question is not for here: it needs more room than there is, or an order that is remembered elsewhere. */
const notHere: i32 = -1

let dir: usize = 0
let works: u32 = 0
let words: u32 = 0
/** Scratch bitsets that are in use; the first holds what passes. */
let taken: u32 = 0
/** Pairs of a bitset's address and 1 where its complement is meant. */
let steps: usize = 0
let stepCount: u32 = 0
let isFull: bool = false

// @ts-expect-error: decorator
@inline const mostSteps: u32 = 256
// @ts-expect-error: decorator
@inline const allAges: u32 = 0b1110
// @ts-expect-error: decorator
@inline const rangesAt: u32 = 11

// @ts-expect-error: decorator
@inline
function kindAt(kind: u32): usize {
  return dir + 64 + ((<usize>kind) << 5)
}

// @ts-expect-error: decorator
@inline
function columnAt(column: u32): usize {
  return dir + 224 + ((<usize>column) << 5)
}

// @ts-expect-error: decorator
@inline
function orderAt(sort: u32): usize {
  return dir + 480 + ((<usize>sort) << 3)
}

/** Answers how many keys stand in `out` after the total, or that the question is not for here. */
export function list(directory: usize, question: usize, out: usize): i32 {
  dir = directory
  works = word(dir, 0)
  words = word(dir, 1)
  steps = word(dir, 14)
  const bounds: usize = word(dir, 15)
  const ranges = word(question, rangesAt)
  const included = question + ((<usize>(rangesAt + 1 + 3 * ranges)) << 2)
  if (shortest(question, bounds, included) == nothing) {
    store<u32>(out, 0)
    return 0
  }
  if (sourceLength <= word(dir, 13)) return listFew(question, bounds, out)
  return listBits(question, bounds, out)
}

/** `shortest` says that no work can pass. */
const nothing: i32 = 0
let sourceLength: u32 = 0
let source: usize = 0

/** The bounds of each range in its order, and the shortest list that holds every work that can pass. */
function shortest(question: usize, bounds: usize, included: usize): i32 {
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
      if (any != 0 && keys > 1) continue
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

function lengthOf(kind: usize, key: u32): u32 {
  if (key >= word(kind, 0)) return 0
  const offsets: usize = word(kind, 1)
  return word(offsets, key + 1) - word(offsets, key)
}

function listOf(kind: usize, key: u32): usize {
  return <usize>word(kind, 2) + ((<usize>word(<usize>word(kind, 1), key)) << 2)
}

/** The bitset of an entity, 0 where it has none. */
function denseOf(kind: usize, key: u32): usize {
  if (key >= word(kind, 0)) return 0
  const index = load<i32>(<usize>word(kind, 3) + ((<usize>key) << 2))
  return index < 0 ? 0 : <usize>word(kind, 4) + (<usize>index) * ((<usize>words) << 2)
}

// ---- few: works asked one by one ----

let few: usize = 0
let fewEnd: usize = 0

function listFew(question: usize, bounds: usize, out: usize): i32 {
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
  const total = <u32>((fewEnd - few) >>> 2)
  store<u32>(out, total)
  const offset = word(question, 3)
  if (offset >= total) return 0
  const end = min(offset + word(question, 4), total)
  const order = orderAt(word(question, 2))
  const ranks: usize = word(order, 1)
  let held: u32 = 0
  for (let one = few; one < fewEnd; one += 4) {
    const rank = word(ranks, load<u32>(one))
    if (held < end) rise(out + 4, held++, rank)
    else if (rank < word(out, 1)) sink(out + 4, held, rank)
  }
  return keysOfRanks(order, out + 4, offset, held)
}

/** Sorts a heap of ranks in place and puts the keys of those after `skip` in their stead. */
function keysOfRanks(order: usize, heap: usize, skip: u32, held: u32): i32 {
  for (let left = held - 1; <i32>left > 0; left--) {
    const top = word(heap, 0)
    const last = word(heap, left)
    sink(heap, left, last)
    putWord(heap, left, top)
  }
  const ordinals: usize = word(order, 0)
  const keys: usize = word(dir, 2)
  for (let at = skip; at < held; at++) putWord(heap, at - skip, word(keys, word(ordinals, word(heap, at))))
  return held - skip
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
    else for (let key: u32 = 0; key < keys; key++) if (listOf(kind, word(at, key)) != source) keepKey(kind, word(at, key), true)
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
    for (let key: u32 = 0; key < keys; key++, at += 4) if (lengthOf(kind, load<u32>(at)) != 0) keepKey(kind, load<u32>(at), false)
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

// ---- bits: conditions as whole bitsets, in one pass ----

function listBits(question: usize, bounds: usize, out: usize): i32 {
  stepCount = 0
  taken = 1
  isFull = false
  let at = question + ((<usize>(rangesAt + 1)) << 2)
  for (let range: u32 = 0; range < word(question, rangesAt); range++, at += 12)
    addRange(columnAt(word(at, 0)), word(bounds, 2 * range), word(bounds, 2 * range + 1))
  at = addIncluded(at)
  const excluded = at
  at = addExcluded(at)
  addFlags(question)
  if (isFull) return notHere
  const isOpen = stepCount == 0 && word(excluded, 0) == 0 && word(at, 0) == 0 && word(question, 6) == 0
  let bits: usize = word(question, 0)
  let total = word(question, 1)
  if (!isOpen) {
    bits = word(dir, 10)
    total = pass(word(question, 0), total == works, bits)
    total -= clearExcluded(bits, excluded)
    total -= clearWorks(bits, at)
    if (word(question, 6) != 0) total = keepLanguages(bits, word(question, 6))
  }
  store<u32>(out, total)
  const offset = word(question, 3)
  if (offset >= total) return 0
  return page(bits, total, isOpen, question, out + 4)
}

function page(bits: usize, total: u32, isOpen: bool, question: usize, out: usize): i32 {
  const offset = word(question, 3)
  const end = min(offset + word(question, 4), total)
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

function addStep(bits: usize, isComplement: u32): void {
  if (stepCount == mostSteps) {
    isFull = true
    return
  }
  putWord(steps, 2 * stepCount, <u32>bits)
  putWord(steps, 2 * stepCount + 1, isComplement)
  stepCount++
}

/** One more scratch bitset, not cleared; the last again where there is none left. */
function scratch(): usize {
  if (taken == 16) {
    isFull = true
    taken--
  }
  return <usize>word(dir, 10) + (<usize>(taken++)) * ((<usize>words) << 2)
}

/** A stretch of an order is the difference of two prefixes, mended where it ends between steps. */
function addRange(column: usize, start: u32, end: u32): void {
  const ordinals: usize = word(column, 1)
  const stride = word(column, 3)
  const whole = word(column, 4)
  const before = min((start + (stride >>> 1)) / stride, whole)
  const past = min((end + (stride >>> 1)) / stride, whole)
  // What is inside is `past` without `before`; near the end of all it is what is not in `before`.
  const isAll = works - end <= <u32>abs<i32>(past * stride - end)
  const first: usize = isAll ? <usize>0 : prefix(column, past)
  const second: usize = prefix(column, before)
  const atStart = before * stride
  const atEnd = isAll ? works : past * stride
  if (start == atStart && end == atEnd) {
    if (first != 0) addStep(first, 0)
    if (second != 0) addStep(second, 1)
    return
  }
  const bits = scratch()
  if (isFull) return
  const size = (<usize>words) << 2
  if (first != 0 && second != 0)
    for (let at: usize = 0; at < size; at += 16) v128.store(bits + at, v128.xor(v128.load(first + at), v128.load(second + at)))
  else if (first != 0 || second != 0) memory.copy(bits, first != 0 ? first : second, size)
  else memory.fill(bits, 0, size)
  flipAll(bits, ordinals, min(start, atStart), max(start, atStart))
  flipAll(bits, ordinals, min(end, atEnd), max(end, atEnd))
  addStep(bits, isAll ? 1 : 0)
}

function prefix(column: usize, step: u32): usize {
  return step == 0 ? 0 : <usize>word(column, 5) + (<usize>(step - 1)) * ((<usize>words) << 2)
}

function flipAll(bits: usize, ordinals: usize, from: u32, to: u32): void {
  const end = ordinals + ((<usize>to) << 2)
  for (let at = ordinals + ((<usize>from) << 2); at < end; at += 4) flip(bits, load<u32>(at))
}

function addIncluded(at: usize): usize {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, 0))
    const any = word(at, 1) != 0
    const keys = word(at, 2)
    at += 12
    if (any && keys > 1) addStep(union(kind, at, keys), 0)
    else
      for (let key: u32 = 0; key < keys; key++) {
        const dense = denseOf(kind, word(at, key))
        addStep(dense != 0 ? dense : union(kind, at + ((<usize>key) << 2), 1), 0)
      }
    at += (<usize>keys) << 2
  }
  return at
}

function union(kind: usize, keys: usize, length: u32): usize {
  const bits = scratch()
  if (isFull) return bits
  const size = (<usize>words) << 2
  memory.fill(bits, 0, size)
  for (let key: u32 = 0; key < length; key++) {
    const dense = denseOf(kind, word(keys, key))
    if (dense != 0) {
      for (let at: usize = 0; at < size; at += 16) v128.store(bits + at, v128.or(v128.load(bits + at), v128.load(dense + at)))
      continue
    }
    const list = lengthOf(kind, word(keys, key))
    if (list == 0) continue
    const first = listOf(kind, word(keys, key))
    const end = first + ((<usize>list) << 2)
    for (let at = first; at < end; at += 4) put(bits, load<u32>(at))
  }
  return bits
}

function addExcluded(at: usize): usize {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, 0))
    const keys = word(at, 1)
    at += 8
    for (let key: u32 = 0; key < keys; key++, at += 4) {
      const dense = denseOf(kind, load<u32>(at))
      if (dense != 0) addStep(dense, 1)
    }
  }
  return at
}

function addFlags(question: usize): void {
  const ages = word(question, 5)
  for (let age: u32 = 1; age <= 3; age++) if (((ages >>> age) & 1) == 0) addStep(word(dir, 6 + age), 1)
  if (word(question, 7) != 0) addStep(word(dir, 5), word(question, 7) - 1)
  if (word(question, 8) != 0) addStep(word(dir, 6), word(question, 8) - 1)
}

// @ts-expect-error: decorator
@inline const chunk: usize = 2048

/** All steps over one chunk after the other, so that what passes stays in the nearest cache; answers how many do. */
function pass(mask: usize, isEverybody: bool, target: usize): u32 {
  const size = (<usize>words) << 2
  let first = mask
  let skipped: u32 = stepCount
  if (isEverybody)
    for (let step: u32 = 0; step < stepCount; step++)
      if (word(steps, 2 * step + 1) == 0) {
        first = word(steps, 2 * step)
        skipped = step
        break
      }
  for (let from: usize = 0; from < size; from += chunk) {
    const end = min(from + chunk, size)
    memory.copy(target + from, first + from, end - from)
    for (let step: u32 = 0; step < stepCount; step++) {
      if (step == skipped) continue
      const other: usize = word(steps, 2 * step)
      if (word(steps, 2 * step + 1) == 0)
        for (let at = from; at < end; at += 16) v128.store(target + at, v128.and(v128.load(target + at), v128.load(other + at)))
      else
        for (let at = from; at < end; at += 16) v128.store(target + at, v128.andnot(v128.load(target + at), v128.load(other + at)))
    }
  }
  return count(target, words)
}

// @ts-expect-error: decorator
@inline
function drop(bits: usize, ordinal: u32): u32 {
  const at = bits + ((<usize>(ordinal >>> 5)) << 2)
  const before = load<u32>(at)
  store<u32>(at, before & ~(1 << (ordinal & 31)))
  return (before >>> (ordinal & 31)) & 1
}

/** Clears the works of entities without a bitset; answers how many passed before. */
function clearExcluded(bits: usize, at: usize): u32 {
  let cleared: u32 = 0
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, 0))
    const keys = word(at, 1)
    at += 8
    for (let key: u32 = 0; key < keys; key++, at += 4) {
      const length = lengthOf(kind, load<u32>(at))
      if (length == 0 || denseOf(kind, load<u32>(at)) != 0) continue
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

/** Keys lie nearly evenly: the place is guessed, then closed in on from there. Past the last where there is no such work. */
function ordinalOf(key: i32): u32 {
  const keys: usize = word(dir, 2)
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
  const column: usize = word(dir, 4)
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

/** Conditions as bitsets that are ANDed, directly or as complements. Conditions without a stored bitset get a scratch bitset. */
import { addressOf, flip, put, putWord, word } from './bits'
import { denseOf, dir, kindAt, lengthOf, listOf, words, works } from './generation'
import { Column, Directory, Excluded, excludedWords, Flag, Included, includedWords, maxSteps, Query, scratchBitsets, Step, stepWords } from './layout'

/** Records of the address of a bitset, and 1 if its complement is meant. */
export let steps: usize = 0
export let stepCount: u32 = 0
/** Whether there was too little room for the steps or scratch bitsets. */
export let isOutOfRoom: bool = false
/** Number of scratch bitsets in use; the first holds the result. */
let scratchCount: u32 = 0

export function startSteps(): void {
  steps = word(dir, Directory.steps)
  stepCount = 0
  scratchCount = 1
  isOutOfRoom = false
}

function addStep(bits: usize, isComplement: u32): void {
  if (stepCount == maxSteps) {
    isOutOfRoom = true
    return
  }
  putWord(steps, stepWords * stepCount + Step.bits, <u32>bits)
  putWord(steps, stepWords * stepCount + Step.isComplement, isComplement)
  stepCount++
}

/** Replaces the step by the last one: the order of steps does not matter. */
export function removeStep(at: usize): void {
  stepCount--
  memory.copy(at, addressOf(steps, stepWords * stepCount), <usize>stepWords << 2)
}

/** Returns the next scratch bitset, not cleared; if none is left, sets `isOutOfRoom` and returns the last one again. */
function scratch(): usize {
  if (scratchCount == scratchBitsets) {
    isOutOfRoom = true
    scratchCount--
  }
  return <usize>word(dir, Directory.scratch) + (<usize>(scratchCount++)) * ((<usize>words) << 2)
}

/** Adds a range of a sort order: the difference of two cumulative bitmaps, with single bits flipped if it ends between steps. */
export function addRange(column: usize, start: u32, end: u32): void {
  const ordinals: usize = word(column, Column.ordinals)
  const stride = word(column, Column.stride)
  const whole = word(column, Column.bitmapCount)
  const before = min((start + (stride >>> 1)) / stride, whole)
  const past = min((end + (stride >>> 1)) / stride, whole)
  // The range is `past` without `before`. Near the end of the order, the complement of `before` needs fewer flips.
  const isAll = works - end <= <u32>abs<i32>(past * stride - end)
  const first: usize = isAll ? <usize>0 : cumulativeBitmap(column, past)
  const second: usize = cumulativeBitmap(column, before)
  const atStart = before * stride
  const atEnd = isAll ? works : past * stride
  if (start == atStart && end == atEnd) {
    if (first != 0) addStep(first, 0)
    if (second != 0) addStep(second, 1)
    return
  }
  const bits = scratch()
  if (isOutOfRoom) return
  const size = (<usize>words) << 2
  if (first != 0 && second != 0)
    for (let at: usize = 0; at < size; at += 16) v128.store(bits + at, v128.xor(v128.load(first + at), v128.load(second + at)))
  else if (first != 0 || second != 0) memory.copy(bits, first != 0 ? first : second, size)
  else memory.fill(bits, 0, size)
  flipAll(bits, ordinals, min(start, atStart), max(start, atStart))
  flipAll(bits, ordinals, min(end, atEnd), max(end, atEnd))
  addStep(bits, isAll ? 1 : 0)
}

function cumulativeBitmap(column: usize, step: u32): usize {
  return step == 0 ? 0 : <usize>word(column, Column.bitmaps) + (<usize>(step - 1)) * ((<usize>words) << 2)
}

function flipAll(bits: usize, ordinals: usize, from: u32, to: u32): void {
  const end = ordinals + ((<usize>to) << 2)
  for (let at = ordinals + ((<usize>from) << 2); at < end; at += 4) flip(bits, load<u32>(at))
}

export function addIncluded(at: usize): usize {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, Included.kind))
    const any = word(at, Included.isAny) != 0
    const keys = word(at, Included.keyCount)
    at = addressOf(at, includedWords)
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
  if (isOutOfRoom) return bits
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

export function addExcluded(at: usize): usize {
  let left = load<u32>(at)
  at += 4
  for (; left != 0; left--) {
    const kind = kindAt(word(at, Excluded.kind))
    const keys = word(at, Excluded.keyCount)
    at = addressOf(at, excludedWords)
    for (let key: u32 = 0; key < keys; key++, at += 4) {
      const dense = denseOf(kind, load<u32>(at))
      if (dense != 0) addStep(dense, 1)
    }
  }
  return at
}

export function addFlags(query: usize): void {
  const ages = word(query, Query.ages)
  for (let age: u32 = 1; age <= 3; age++) if (((ages >>> age) & 1) == 0) addStep(word(dir, Directory.age1 + age - 1), 1)
  if (word(query, Query.inLibrary) != Flag.either) addStep(word(dir, Directory.inLibrary), word(query, Query.inLibrary) == Flag.clear ? 1 : 0)
  if (word(query, Query.hasLyrics) != Flag.either) addStep(word(dir, Directory.hasLyrics), word(query, Query.hasLyrics) == Flag.clear ? 1 : 0)
}

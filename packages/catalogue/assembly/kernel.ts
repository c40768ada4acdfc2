/**
 * The kernel in AssemblyScript, compiled to WebAssembly with SIMD; `src/kernel/kernel.ts` documents each function.
 * Pointers are byte offsets into the memory of the generation; `words` counts 32-bit words and is a multiple of 4.
 */
import { has, put, word } from './bits'
import { unknown } from './layout'
import { cursor, nextStep } from './packed'

export { addListsBeside, addNumbersBeside, membersBeside } from './hidden-editions'
export { count } from './count'
export { keepFirst } from './editions'
export { least } from './heap'
export { layoutVersion } from './layout'
export { list } from './list'
export { take } from './walk'
export { setAdjacent, setMatching, setStarting } from './texts'

export function and(target: usize, other: usize, words: u32): void {
  const end = target + ((<usize>words) << 2)
  for (; target < end; target += 16, other += 16) v128.store(target, v128.and(v128.load(target), v128.load(other)))
}

export function andNot(target: usize, other: usize, words: u32): void {
  const end = target + ((<usize>words) << 2)
  for (; target < end; target += 16, other += 16) v128.store(target, v128.andnot(v128.load(target), v128.load(other)))
}

export function or(target: usize, other: usize, words: u32): void {
  const end = target + ((<usize>words) << 2)
  for (; target < end; target += 16, other += 16) v128.store(target, v128.or(v128.load(target), v128.load(other)))
}

export function setAll(target: usize, list: usize, length: u32): void {
  const end = list + ((<usize>length) << 2)
  for (; list < end; list += 4) put(target, load<u32>(list))
}

export function clearAll(target: usize, list: usize, length: u32): void {
  const end = list + ((<usize>length) << 2)
  for (; list < end; list += 4) {
    const ordinal = load<u32>(list)
    const word = target + ((<usize>(ordinal >>> 5)) << 2)
    store<u32>(word, load<u32>(word) & ~(1 << (ordinal & 31)))
  }
}

export function keepBits(target: usize, words: u32, column: usize, mask: u32): void {
  for (let word: u32 = 0; word < words; word++) {
    const at = target + ((<usize>word) << 2)
    let left = load<u32>(at)
    let kept = left
    while (left != 0) {
      const lowest = left & (0 - left)
      if ((load<u32>(column + ((<usize>((word << 5) | ctz(left))) << 2)) & mask) == 0) kept ^= lowest
      left ^= lowest
    }
    store<u32>(at, kept)
  }
}

export function ordinals(bits: usize, words: u32, out: usize): u32 {
  const start = out
  for (let word: u32 = 0; word < words; word++) {
    let left = load<u32>(bits + ((<usize>word) << 2))
    while (left != 0) {
      store<u32>(out, (word << 5) | ctz(left))
      out += 4
      left &= left - 1
    }
  }
  return <u32>((out - start) >>> 2)
}

// @ts-expect-error: decorator
@inline
function increase(counts: usize, key: i32): void {
  const at = counts + ((<usize>key) << 2)
  store<u32>(at, load<u32>(at) + 1)
}

export function countColumn(bits: usize, words: u32, column: usize, counts: usize): void {
  for (let word: u32 = 0; word < words; word++) {
    let left = load<u32>(bits + ((<usize>word) << 2))
    while (left != 0) {
      const key = load<i32>(column + ((<usize>((word << 5) | ctz(left))) << 2))
      left &= left - 1
      if (key >= 0) increase(counts, key)
    }
  }
}

export function countLinks(bits: usize, words: u32, offsets: usize, keys: usize, counts: usize): void {
  for (let word: u32 = 0; word < words; word++) {
    let left = load<u32>(bits + ((<usize>word) << 2))
    while (left != 0) {
      const link = offsets + ((<usize>((word << 5) | ctz(left))) << 2)
      left &= left - 1
      const end = keys + ((<usize>load<u32>(link + 4)) << 2)
      for (let at = keys + ((<usize>load<u32>(link)) << 2); at < end; at += 4) increase(counts, load<i32>(at))
    }
  }
}

export function countLists(bits: usize, offsets: usize, lists: u32, ordinals: usize, counts: usize): void {
  for (let list: u32 = 0; list < lists; list++) {
    const end = ordinals + ((<usize>word(offsets, list + 1)) << 2)
    let total: u32 = 0
    for (let at = ordinals + ((<usize>word(offsets, list)) << 2); at < end; at += 4)
      total += has(bits, load<u32>(at)) ? 1 : 0
    store<u32>(counts + ((<usize>list) << 2), total)
  }
}

// @ts-expect-error: decorator
@inline
function addValue(sums: usize, known: usize, key: i32, value: i32): void {
  const sum = sums + ((<usize>key) << 3)
  store<f64>(sum, load<f64>(sum) + <f64>value)
  increase(known, key)
}

export function sumColumn(bits: usize, words: u32, column: usize, values: usize, sums: usize, known: usize): void {
  for (let word: u32 = 0; word < words; word++) {
    let left = load<u32>(bits + ((<usize>word) << 2))
    while (left != 0) {
      const position = (<usize>((word << 5) | ctz(left))) << 2
      left &= left - 1
      const key = load<i32>(column + position)
      const value = load<i32>(values + position)
      if (key >= 0 && value != unknown) addValue(sums, known, key, value)
    }
  }
}

export function sumLinks(bits: usize, words: u32, offsets: usize, keys: usize, values: usize, sums: usize, known: usize): void {
  for (let word: u32 = 0; word < words; word++) {
    let left = load<u32>(bits + ((<usize>word) << 2))
    while (left != 0) {
      const position = (<usize>((word << 5) | ctz(left))) << 2
      left &= left - 1
      const value = load<i32>(values + position)
      if (value == unknown) continue
      const end = keys + ((<usize>load<u32>(offsets + position + 4)) << 2)
      for (let at = keys + ((<usize>load<u32>(offsets + position)) << 2); at < end; at += 4)
        addValue(sums, known, load<i32>(at), value)
    }
  }
}

export function setPacked(target: usize, packed: usize, length: u32): void {
  const end = packed + length
  let ordinal: u32 = 0
  while (packed < end) {
    ordinal += nextStep(packed)
    packed = cursor
    put(target, ordinal)
  }
}

// @ts-expect-error: decorator
@inline
function addScore(scores: usize, ordinal: u32, weight: i32): void {
  const at = scores + ((<usize>ordinal) << 2)
  store<i32>(at, load<i32>(at) + weight)
}

export function addBits(scores: usize, bits: usize, words: u32, weight: i32): void {
  for (let word: u32 = 0; word < words; word++) {
    let left = load<u32>(bits + ((<usize>word) << 2))
    while (left != 0) {
      addScore(scores, (word << 5) | ctz(left), weight)
      left &= left - 1
    }
  }
}

export function addList(scores: usize, list: usize, length: u32, weight: i32): void {
  const end = list + ((<usize>length) << 2)
  for (; list < end; list += 4) addScore(scores, load<u32>(list), weight)
}

export function addPacked(scores: usize, packed: usize, length: u32, weight: i32): void {
  const end = packed + length
  let ordinal: u32 = 0
  while (packed < end) {
    ordinal += nextStep(packed)
    packed = cursor
    addScore(scores, ordinal, weight)
  }
}

export function countList(bits: usize, list: usize, length: u32): u32 {
  const end = list + ((<usize>length) << 2)
  let total: u32 = 0
  for (; list < end; list += 4) total += has(bits, load<u32>(list)) ? 1 : 0
  return total
}

export function countPacked(bits: usize, packed: usize, length: u32, most: u32): u32 {
  const end = packed + length
  let ordinal: u32 = 0
  let total: u32 = 0
  while (packed < end && total <= most) {
    ordinal += nextStep(packed)
    packed = cursor
    total += has(bits, ordinal) ? 1 : 0
  }
  return total
}

export function countBoth(bits: usize, other: usize, words: u32): u32 {
  const end = bits + ((<usize>words) << 2)
  let sums = i32x4.splat(0)
  while (bits < end) {
    let bytes = i8x16.splat(0)
    const stop = min(end, bits + 31 * 16)
    for (; bits < stop; bits += 16, other += 16)
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(v128.load(bits), v128.load(other))))
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)))
  }
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  )
}

/** Writes up to `wanted` ordinals with the highest scores above 0, best first, ties by ordinal. Returns how many. */
export function best(scores: usize, within: usize, words: u32, out: usize, wanted: u32): u32 {
  let held: u32 = 0
  let lowest: i32 = 0
  for (let word: u32 = 0; word < words; word++) {
    let left = load<u32>(within + ((<usize>word) << 2))
    while (left != 0) {
      const ordinal = (word << 5) | ctz(left)
      left &= left - 1
      const score = load<i32>(scores + ((<usize>ordinal) << 2))
      if (score <= lowest) continue
      // Insertion sort, because few are wanted.
      let at = held < wanted ? held++ : held - 1
      for (; at != 0; at--) {
        const before = load<u32>(out + ((<usize>(at - 1)) << 2))
        if (load<i32>(scores + ((<usize>before) << 2)) >= score) break
        store<u32>(out + ((<usize>at) << 2), before)
      }
      store<u32>(out + ((<usize>at) << 2), ordinal)
      if (held == wanted) lowest = load<i32>(scores + ((<usize>load<u32>(out + ((<usize>(held - 1)) << 2))) << 2))
    }
  }
  return held
}

/** Returns how many numbers a packed list has. The last byte of each number has its top bit clear. */
export function sizePacked(packed: usize, length: u32): u32 {
  const end = packed + length
  let longer: u32 = 0
  for (; packed + 16 <= end; packed += 16) longer += popcnt(i8x16.bitmask(v128.load(packed)))
  for (; packed < end; packed++) longer += load<u8>(packed) >>> 7
  return length - longer
}

export function addBoth(scores: usize, bits: usize, other: usize, words: u32, weight: i32): void {
  for (let word: u32 = 0; word < words; word += 4) {
    const at = (<usize>word) << 2
    if (!v128.any_true(v128.and(v128.load(bits + at), v128.load(other + at)))) continue
    for (let next = word; next < word + 4; next++) {
      const position = (<usize>next) << 2
      for (let left = load<u32>(bits + position) & load<u32>(other + position); left != 0; left &= left - 1)
        addScore(scores, (next << 5) | ctz(left), weight)
    }
  }
}

export function keepScores(bits: usize, words: u32, scores: usize, least: i32): void {
  for (let word: u32 = 0; word < words; word++) {
    const at = bits + ((<usize>word) << 2)
    let kept = load<u32>(at)
    if (kept == 0) continue
    for (let left = kept; left != 0; left &= left - 1) {
      const score = load<i32>(scores + ((<usize>((word << 5) | ctz(left))) << 2))
      if (score < least) kept ^= left & (0 - left)
    }
    store<u32>(at, kept)
  }
}

/** Each word of bits covers 32 scores; scores past the last work are unused. */
export function clearScores(scores: usize, bits: usize, words: u32): void {
  const nothing = i32x4.splat(0)
  for (let word: u32 = 0; word < words; word++) {
    if (load<u32>(bits + ((<usize>word) << 2)) == 0) continue
    const start = scores + ((<usize>word) << 7)
    for (let at: usize = 0; at < 128; at += 16) v128.store(start + at, nothing)
  }
}

/** Finds terms of at least three units in texts; `src/text/text-index.ts` describes the lists of pairs. */
import { has, put } from './bits'
import { cursor, nextStep } from './packed'

const farPosition: u32 = 127
const againFlag: u32 = 128

export function setMatching(target: usize, packed: usize, length: u32, positions: usize, shift: u32, within: usize, units: usize, offsets: usize, term: usize, size: u32): void {
  const end = packed + length
  let ordinal: u32 = 0
  while (packed < end) {
    ordinal += nextStep(packed)
    packed = cursor
    const position = <u32>load<u8>(positions++)
    if (has(within, ordinal) && occursAtPair(units, offsets, ordinal, position, shift, term, size)) put(target, ordinal)
  }
}

/**
 * Sets the documents of both lists whose pairs have the same distance as in the term. If the pairs cover the whole term, this is proof;
 * otherwise the text is compared.
 */
export function setAdjacent(target: usize, packed: usize, length: u32, positions: usize, shift: u32, otherPacked: usize, otherLength: u32, otherPositions: usize, otherShift: u32, within: usize, units: usize, offsets: usize, term: usize, size: u32): void {
  const isProven = size <= 4 && min(shift, otherShift) == 0 && max(shift, otherShift) + 2 == size
  const end = packed + length
  const otherEnd = otherPacked + otherLength
  if (length == 0 || otherLength == 0) return
  let ordinal = nextStep(packed)
  packed = cursor
  let other = nextStep(otherPacked)
  otherPacked = cursor
  for (;;) {
    if (ordinal == other) {
      const position = <u32>load<u8>(positions)
      const otherPosition = <u32>load<u8>(otherPositions)
      const isNear = (position & farPosition) != farPosition && (otherPosition & farPosition) != farPosition
      const isInStep = isNear && (otherPosition & farPosition) - (position & farPosition) == otherShift - shift
      if (isInStep && isProven) {
        put(target, ordinal)
      } else if (isInStep || !isNear || ((position | otherPosition) & againFlag) != 0) {
        if (has(within, ordinal) && occursAtPair(units, offsets, ordinal, position, shift, term, size)) put(target, ordinal)
      }
      if (packed >= end || otherPacked >= otherEnd) return
      ordinal += nextStep(packed)
      packed = cursor
      positions++
      other += nextStep(otherPacked)
      otherPacked = cursor
      otherPositions++
    } else if (ordinal < other) {
      if (packed >= end) return
      ordinal += nextStep(packed)
      packed = cursor
      positions++
    } else {
      if (otherPacked >= otherEnd) return
      other += nextStep(otherPacked)
      otherPacked = cursor
      otherPositions++
    }
  }
}

/** Returns whether the text contains the term at the first occurrence of its pair, or elsewhere if the pair occurs again. */
function occursAtPair(units: usize, offsets: usize, ordinal: u32, position: u32, shift: u32, term: usize, size: u32): bool {
  const first = position & farPosition
  if (first != farPosition && first >= shift) {
    const entry = offsets + ((<usize>ordinal) << 2)
    const start = load<u32>(entry) + first - shift
    const at = units + ((<usize>start) << 1)
    if (load<u16>(at) == load<u16>(term) && start + size <= load<u32>(entry + 4) && matches(at, term, (<usize>size) << 1)) return true
  }
  return (first == farPosition || (position & againFlag) != 0) && contains(units, offsets, ordinal, term, size)
}

// @ts-expect-error: decorator
@inline
function matches(at: usize, term: usize, bytes: usize): bool {
  for (let step: usize = 2; step < bytes; step += 2) if (load<u16>(at + step) != load<u16>(term + step)) return false
  return true
}

function contains(units: usize, offsets: usize, ordinal: u32, term: usize, size: u32): bool {
  const bytes = (<usize>size) << 1
  const position = offsets + ((<usize>ordinal) << 2)
  const end = units + ((<usize>load<u32>(position + 4)) << 1)
  // Terms have at least three units here. The first two are compared at eight positions at once. Reads past the end of the text return
  // other data of the memory, which is discarded.
  const first = i16x8.splat(load<i16>(term))
  const second = i16x8.splat(load<i16>(term + 2))
  for (let at = units + ((<usize>load<u32>(position)) << 1); at + bytes <= end; at += 16) {
    const both = v128.and(i16x8.eq(v128.load(at), first), i16x8.eq(v128.load(at + 2), second))
    for (let mask = i16x8.bitmask(both); mask != 0; mask &= mask - 1) {
      const start = at + ((<usize>ctz(mask)) << 1)
      if (start + bytes <= end && matches(start, term, bytes)) return true
    }
  }
  return false
}

const fieldEnd: u16 = 10

/** Sets documents with a field that starts with the term or, if `whole`, equals it. */
export function setStarting(target: usize, within: usize, words: u32, units: usize, offsets: usize, term: usize, size: u32, whole: bool): void {
  const bytes = (<usize>size) << 1
  const first = load<u16>(term)
  for (let word: u32 = 0; word < words; word++) {
    let left = load<u32>(within + ((<usize>word) << 2))
    while (left != 0) {
      const ordinal = (word << 5) | ctz(left)
      left &= left - 1
      const position = offsets + ((<usize>ordinal) << 2)
      const start = units + ((<usize>load<u32>(position)) << 1)
      const end = units + ((<usize>load<u32>(position + 4)) << 1)
      for (let at = start; at + bytes <= end; at += 2) {
        if (load<u16>(at) != first || (at != start && load<u16>(at - 2) != fieldEnd)) continue
        if (!matches(at, term, bytes)) continue
        if (whole && load<u16>(at + bytes) != fieldEnd) continue
        put(target, ordinal)
        break
      }
    }
  }
}

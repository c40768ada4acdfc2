/** Counts values of hidden editions; `src/model/edition-groups.ts` describes the members. */
import { addressOf, has, word } from './bits'

/** Means that a member has no number; 16 bits. */
const noNumber: u32 = 0xffff

/** Writes the members of each group that has a hidden edition, the shown one first as `~member`. Returns how many it wrote. */
export function membersBeside(
  offsets: usize,
  groups: u32,
  ordinals: usize,
  shown: usize,
  beside: usize,
  out: usize,
): u32 {
  let end: u32 = 0
  let member = word(offsets, 0)
  for (let group: u32 = 1; group <= groups; group++) {
    const last = word(offsets, group)
    // The first position is reserved for the shown member.
    let next = end + 1
    for (; member < last; member++) {
      const ordinal = word(ordinals, member)
      if (has(beside, ordinal)) store<u32>(addressOf(out, next++), member)
      else if (has(shown, ordinal)) store<u32>(addressOf(out, end), ~member)
    }
    if (next > end + 1) end = next
  }
  return end
}

// @ts-expect-error: decorator
@inline
function countValue(met: usize, value: u32, group: u32, isShown: bool, counts: usize): void {
  const at = addressOf(met, value)
  if (load<u32>(at) == group) return
  store<u32>(at, group)
  if (isShown) return
  const counted = addressOf(counts, value)
  store<u32>(counted, load<u32>(counted) + 1)
}

/** Counts the values that only hidden editions have, once per group. */
export function addListsBeside(
  members: usize,
  length: u32,
  offsets: usize,
  keys: usize,
  met: usize,
  first: u32,
  counts: usize,
): void {
  let group = first
  for (let at: u32 = 0; at < length; at++) {
    const member = <i32>word(members, at)
    const isShown = member < 0
    if (isShown) group++
    const position = <u32>(isShown ? ~member : member)
    for (let link = word(offsets, position), end = word(offsets, position + 1); link < end; link++)
      countValue(met, word(keys, link), group, isShown, counts)
  }
}

/** Counts numbers in the same way; each member has at most one. */
export function addNumbersBeside(
  members: usize,
  length: u32,
  numbers: usize,
  met: usize,
  first: u32,
  counts: usize,
): void {
  let group = first
  for (let at: u32 = 0; at < length; at++) {
    const member = <i32>word(members, at)
    const isShown = member < 0
    if (isShown) group++
    const value = <u32>load<u16>(numbers + ((<usize>(isShown ? ~member : member)) << 1))
    if (value != noNumber) countValue(met, value, group, isShown, counts)
  }
}

/** Finds the members of edition groups that have hidden matching editions. */
import type { Kernel } from '../kernel/kernel.ts'
import { eachOrdinal, hasBit, numberOf } from '../memory/arena.ts'
import type { EditionGroups, GroupMembers } from '../model/edition-groups.ts'

export interface EditionBits {
  readonly shown: Uint32Array
  readonly beside: Uint32Array
  /** Receives the members; needs room for all members and one more, because the kernel writes ahead. */
  readonly room: Int32Array
}

/** If at most one group in this many has a hidden edition, these groups are looked up one by one. */
const fewShare = 16

type GroupedOrdinals = Pick<EditionGroups, 'offsets' | 'ordinals' | 'groups'>

/** Returns the members of the groups with a hidden edition, in the order of groups. */
export function findGroupMembers(kernel: Kernel, groups: GroupedOrdinals, bits: EditionBits): GroupMembers {
  const besideTotal = kernel.count(bits.beside)
  if (besideTotal === 0) return bits.room.subarray(0, 0)
  const isFew = besideTotal * fewShare <= groups.offsets.length - 1
  const end = isFew
    ? writeGroups(groups, findGroupsWithHidden(groups, bits.beside, besideTotal), bits)
    : kernel.membersBeside(groups, bits, bits.room)
  return bits.room.subarray(0, end)
}

function findGroupsWithHidden(
  { groups }: GroupedOrdinals,
  beside: Uint32Array,
  total: number,
): Iterable<number> {
  const found = new Uint32Array(total)
  let length = 0
  eachOrdinal(beside, (ordinal) => {
    found[length++] = groups.of[numberOf(groups, ordinal)]!
  })
  return new Set(found.sort())
}

/** Does the same for some groups only. */
export function findMembersOfGroups(
  groups: GroupedOrdinals,
  some: ReadonlySet<number>,
  bits: Pick<EditionBits, 'shown' | 'beside'>,
): GroupMembers {
  let size = 0
  for (const group of some) size += groups.offsets[group + 1]! - groups.offsets[group]! + 1
  const room = new Int32Array(size)
  return room.subarray(0, writeGroups(groups, some, { ...bits, room }))
}

function writeGroups(
  { offsets, ordinals }: GroupedOrdinals,
  groups: Iterable<number>,
  { shown, beside, room }: EditionBits,
): number {
  let end = 0
  for (const group of groups) {
    const start = end++
    for (let member = offsets[group]!, last = offsets[group + 1]!; member < last; member++) {
      const ordinal = ordinals[member]!
      if (hasBit(beside, ordinal)) room[end++] = member
      else if (hasBit(shown, ordinal)) room[start] = ~member
    }
    if (end === start + 1) end = start
  }
  return end
}

/**
 * The editions of each work together, and beside them the values that works are counted by: the editions beside the
 * shown one are read group by group, without access to columns that lie far apart.
 */
import { histogramNames } from '@koedana/contract/facets.ts'
import { type CountedBits, eachOrdinal, has, numberOf } from '../memory/arena.ts'
import type { Aspect, ListAspect, NumberAspect } from './aspects.ts'
import type { Links } from './generation.ts'

/** A member is a position in `ordinals`; those of group g are `offsets[g] … offsets[g + 1] - 1`. */
export interface EditionGroups {
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** All members as a bitset of ordinals, and the group of each in the order of ordinals. */
  readonly groups: CountedBits & { readonly of: Uint32Array }
  /** The bucket or year of each member, `noNumber` if that is not known. */
  readonly numbers: Readonly<Record<NumberAspect, Uint16Array>>
  /** The values of each member; none if the whole group has the same. */
  readonly lists: Readonly<Record<ListAspect, GroupLists>>
}

export interface GroupLists extends Links {
  /** All values are below it. */
  readonly size: number
}

export const noNumber = 0xffff

export const numberAspects: readonly NumberAspect[] = [...histogramNames, 'years']
const areNumbers: ReadonlySet<Aspect> = new Set<Aspect>(numberAspects)
export const isNumberAspect = (aspect: Aspect): aspect is NumberAspect => areNumbers.has(aspect)

/** All groups one after the other: the shown member of each as `~member`, below zero, then those beside it. */
export type BesideMembers = Int32Array

export interface EditionBits {
  readonly shown: Uint32Array
  readonly beside: Uint32Array
  /** How many bits of `beside` are set. */
  readonly besideTotal: number
  /** Where the members are written: as long as all members, and one more that is looked ahead. */
  readonly room: Int32Array
}

/** If at most one group in this many has an edition beside the shown one, these are looked up. */
const fewShare = 16

type GroupedOrdinals = Pick<EditionGroups, 'offsets' | 'ordinals' | 'groups'>

/** The members of the groups in which some edition stands beside the shown one, in the order of the groups. */
export function membersBeside(groups: GroupedOrdinals, bits: EditionBits): BesideMembers {
  const { besideTotal, room } = bits
  if (besideTotal === 0) return room.subarray(0, 0)
  const count = groups.offsets.length - 1
  const found = { members: room, end: 0 }
  if (besideTotal * fewShare > count)
    for (let group = 0; group < count; group++) addGroup(groups, group, { bits, found })
  else for (const group of groupsBeside(groups, bits)) addGroup(groups, group, { bits, found })
  return found.members.subarray(0, found.end)
}

function groupsBeside({ groups }: GroupedOrdinals, { beside, besideTotal }: EditionBits): Iterable<number> {
  const found = new Uint32Array(besideTotal)
  let length = 0
  eachOrdinal(beside, (ordinal) => {
    found[length++] = groups.of[numberOf(groups, ordinal)]!
  })
  return new Set(found.sort())
}

function addGroup(
  { offsets, ordinals }: GroupedOrdinals,
  group: number,
  { bits: { shown, beside }, found }: { bits: EditionBits; found: { members: Int32Array; end: number } },
): void {
  const { members, end } = found
  // The first position is kept free for the shown one.
  let next = end + 1
  for (let member = offsets[group]!, last = offsets[group + 1]!; member < last; member++) {
    const ordinal = ordinals[member]!
    if (has(beside, ordinal)) members[next++] = member
    else if (has(shown, ordinal)) members[end] = ~member
  }
  if (next > end + 1) found.end = next
}

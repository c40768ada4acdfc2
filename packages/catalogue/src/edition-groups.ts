/**
 * The editions of each work together, and beside them what works are counted by: which of a group stand beside the shown
 * one is told group by group, without a look at columns that lie far apart.
 */
import { histogramNames } from '@koedana/contract/facets.ts'
import type { Arena } from './arena.ts'
import { type Aspect, eachValue, type ListAspect, type NumberAspect } from './aspects.ts'
import { has } from './bits.ts'
import type { Columns, Links } from './columns.ts'
import type { Groups } from './edition-order.ts'

/** A member is a place in `ordinals`; those of group g are `offsets[g] … offsets[g + 1] - 1`. */
export interface EditionGroups {
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** For each member its bucket or year, `noNumber` where that is not known. */
  readonly numbers: Readonly<Record<NumberAspect, Uint16Array>>
  /** For each member its values; none where the whole group has the same. */
  readonly lists: Readonly<Record<ListAspect, GroupLists>>
}

export interface GroupLists extends Links {
  /** All values are below it. */
  readonly size: number
}

export const noNumber = 0xffff

const numberAspects: ReadonlySet<Aspect> = new Set<Aspect>([...histogramNames, 'years'])
export const isNumberAspect = (aspect: Aspect): aspect is NumberAspect => numberAspects.has(aspect)

export function buildEditionGroups(arena: Arena, columns: Columns, groups: Groups): EditionGroups {
  const offsets = arena.uint32(groups.length + 1)
  groups.forEach((group, at) => {
    offsets[at + 1] = offsets[at]! + group.length
  })
  const ordinals = arena.uint32(offsets[groups.length]!)
  groups.forEach((group, at) => void ordinals.set(group, offsets[at]!))
  const numbers = (aspect: NumberAspect) => numbersOf(arena, columns, { aspect, ordinals })
  const lists = (aspect: ListAspect) => listsOf(arena, columns, { aspect, groups })
  return {
    offsets,
    ordinals,
    numbers: {
      price: numbers('price'),
      sales: numbers('sales'),
      wishlistCount: numbers('wishlistCount'),
      rating: numbers('rating'),
      ratingCount: numbers('ratingCount'),
      reviewCount: numbers('reviewCount'),
      duration: numbers('duration'),
      years: numbers('years'),
    },
    lists: {
      makers: lists('makers'),
      series: lists('series'),
      artists: lists('artists'),
      illustrators: lists('illustrators'),
      genres: lists('genres'),
      ages: lists('ages'),
      languages: lists('languages'),
    },
  }
}

function numbersOf(
  arena: Arena,
  columns: Columns,
  { aspect, ordinals }: { aspect: NumberAspect; ordinals: Uint32Array },
): Uint16Array {
  const numbers = arena.uint16(ordinals.length).fill(noNumber)
  ordinals.forEach((ordinal, at) => {
    const take = (value: number) => {
      numbers[at] = value
    }
    eachValue(columns, aspect, { ordinal, take })
  })
  return numbers
}

function listsOf(
  arena: Arena,
  columns: Columns,
  { aspect, groups }: { aspect: ListAspect; groups: Groups },
): GroupLists {
  const ends: number[] = []
  const values: number[] = []
  let size = 0
  for (const group of groups) {
    const members = group.map((ordinal) => valuesOf(columns, aspect, ordinal))
    const differs = !isAlike(members)
    for (const member of members) {
      if (differs) for (const value of member) size = Math.max(size, values[values.push(value) - 1]! + 1)
      ends.push(values.length)
    }
  }
  const offsets = arena.uint32(ends.length + 1)
  offsets.set(ends, 1)
  const keys = arena.int32(values.length)
  keys.set(values)
  return { offsets, keys, size }
}

function valuesOf(columns: Columns, aspect: Aspect, ordinal: number): number[] {
  const values: number[] = []
  eachValue(columns, aspect, { ordinal, take: (value) => void values.push(value) })
  return values
}

/** The same in another order is taken for different. */
const isAlike = ([first, ...others]: readonly (readonly number[])[]) =>
  others.every((other) => other.join() === first?.join())

/** After each other, group by group: the shown member as `~member`, below zero, then those beside it. */
export type BesideMembers = Int32Array

/** Of the groups of which some edition stands beside the shown one. */
export function membersBeside(
  { offsets, ordinals }: EditionGroups,
  { shown, beside }: { shown: Uint32Array; beside: Uint32Array },
): BesideMembers {
  const members = new Int32Array(ordinals.length)
  let end = 0
  for (let group = 0; group + 1 < offsets.length; group++) {
    // The first place is kept free for the shown one.
    let next = end + 1
    for (let member = offsets[group]!, last = offsets[group + 1]!; member < last; member++) {
      const ordinal = ordinals[member]!
      if (has(beside, ordinal)) members[next++] = member
      else if (has(shown, ordinal)) members[end] = ~member
    }
    if (next > end + 1) end = next
  }
  return members.subarray(0, end)
}

/** Builds the groups of editions with the values that counts need of each member. */
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import type { Arena } from '../memory/arena.ts'
import { type Aspect, eachValue, type ListAspect, type NumberAspect } from '../model/aspects.ts'
import type { Columns } from '../model/columns.ts'
import { type EditionGroups, type GroupLists, noNumber, numberAspects } from '../model/edition-groups.ts'
import type { Groups } from './editions.ts'

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
    numbers: recordOf(numberAspects, numbers),
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

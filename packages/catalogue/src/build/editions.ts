/** Groups editions by their original, and sorts each group by preference. */

import { recordOf } from '@koedana/contract/kit/record-of.ts'
import type { Locale } from '@koedana/contract/values.ts'
import { type Arena, countedBits } from '../memory/arena.ts'
import { type Aspect, eachValue, type ListAspect, type NumberAspect } from '../model/aspects.ts'
import { type EditionGroups, type GroupLists, noNumber, numberAspects } from '../model/edition-groups.ts'
import {
  candidateAt,
  compareEditions,
  type EditionOrder,
  type EditionOrders,
  type EditionsByOriginal,
} from '../model/editions.ts'
import type { Columns } from '../model/generation.ts'

export function buildEditionOrders(arena: Arena, columns: Columns, groups: Groups): EditionOrders {
  const build = (locale: Locale) => buildOrder(arena, columns, { groups, locale })
  return {
    'zh-CN': build('zh-CN'),
    'en-US': build('en-US'),
    'ja-JP': build('ja-JP'),
  }
}

/** Ordinals of the editions of one work, at least two. */
type Groups = readonly (readonly number[])[]

/** Returns the groups with at least two members. The original itself may be missing. */
export function groupEditions({ key, editionOf, count }: Columns): Groups {
  const groups = new Map<number, number[]>()
  for (let ordinal = 0; ordinal < count; ordinal++)
    if (editionOf[ordinal]! >= 0) groups.set(editionOf[ordinal]!, [])
  for (let ordinal = 0; ordinal < count; ordinal++)
    groups.get(editionOf[ordinal]! < 0 ? key[ordinal]! : editionOf[ordinal]!)?.push(ordinal)
  return [...groups.values()].filter((group) => group.length > 1)
}

function buildOrder(
  arena: Arena,
  columns: Columns,
  { groups, locale }: { groups: Groups; locale: Locale },
): EditionOrder {
  const candidate = (ordinal: number) => candidateAt(columns, ordinal)
  const members = groups
    .flatMap((group) => {
      const sorted = group.toSorted((a, b) => compareEditions(candidate(a), candidate(b), locale))
      return sorted.slice(1).map((ordinal, before) => ({
        ordinal,
        better: sorted.slice(Math.max(0, before + 1 - maxBetter), before + 1).reverse(),
        isChained: before + 1 > maxBetter,
      }))
    })
    .sort((a, b) => a.ordinal - b.ordinal)
  const nextOf = (rank: number) =>
    members.flatMap(({ ordinal, better: { [rank]: better } }) =>
      better === undefined ? [] : { worse: ordinal, better },
    )
  const pairs = Array.from({ length: maxBetter }, (_, rank) => nextOf(rank)).flat()
  const toArenaArray = (numbers: readonly number[]) => {
    const array = arena.uint32(numbers.length)
    array.set(numbers)
    return array
  }
  return {
    ...countedBits(
      arena,
      columns.count,
      members.map(({ ordinal }) => ordinal),
    ),
    better: toArenaArray(pairs.map(({ better }) => better)),
    worse: toArenaArray(pairs.map(({ worse }) => worse)),
    chained: toArenaArray([...members.keys()].filter((number) => members[number]!.isChained)),
  }
}

/** Better editions listed per member; more than there are languages. */
const maxBetter = 8

export function buildEditionsByOriginal(arena: Arena, { editionOf, count }: Columns): EditionsByOriginal {
  const editions: number[] = []
  for (let ordinal = 0; ordinal < count; ordinal++) if (editionOf[ordinal]! >= 0) editions.push(ordinal)
  editions.sort((a, b) => editionOf[a]! - editionOf[b]! || a - b)
  const starts = [...editions.keys()].filter(
    (at) => at === 0 || editionOf[editions[at]!] !== editionOf[editions[at - 1]!],
  )
  const [originals, offsets] = [arena.int32(starts.length), arena.uint32(starts.length + 1)]
  starts.forEach((start, at) => {
    originals[at] = editionOf[editions[start]!]!
    offsets[at] = start
  })
  offsets[starts.length] = editions.length
  const ordinals = arena.uint32(editions.length)
  ordinals.set(editions)
  return { originals, offsets, ordinals }
}

/** Builds the groups of editions with the values of each member that counts need. */
export function buildEditionGroups(arena: Arena, columns: Columns, groups: Groups): EditionGroups {
  const offsets = arena.uint32(groups.length + 1)
  groups.forEach((group, at) => {
    offsets[at + 1] = offsets[at]! + group.length
  })
  const ordinals = arena.uint32(offsets[groups.length]!)
  groups.forEach((group, at) => void ordinals.set(group, offsets[at]!))
  const numbers = (aspect: NumberAspect) => numbersOf(arena, columns, { aspect, groups })
  const lists = (aspect: ListAspect) => listsOf(arena, columns, { aspect, groups })
  return {
    offsets,
    ordinals,
    groups: groupsByOrdinal(arena, columns.count, groups),
    numbers: recordOf(numberAspects, numbers),
    lists: {
      makers: lists('makers'),
      series: lists('series'),
      artists: lists('artists'),
      illustrators: lists('illustrators'),
      genres: lists('genres'),
      ages: lists('ages'),
      languages: lists('languages'),
      lyricsLanguages: lists('lyricsLanguages'),
    },
  }
}

function groupsByOrdinal(arena: Arena, count: number, groups: Groups): EditionGroups['groups'] {
  const members = groups.flatMap((group, at) => group.map((ordinal) => ({ ordinal, at })))
  members.sort((a, b) => a.ordinal - b.ordinal)
  const of = arena.uint32(members.length)
  of.set(members.map(({ at }) => at))
  const ordinals = members.map(({ ordinal }) => ordinal)
  return { ...countedBits(arena, count, ordinals), of }
}

function numbersOf(
  arena: Arena,
  columns: Columns,
  { aspect, groups }: { aspect: NumberAspect; groups: Groups },
): Uint16Array {
  const total = groups.reduce((sum, group) => sum + group.length, 0)
  const numbers = arena.uint16(total).fill(noNumber)
  let start = 0
  for (const group of groups) {
    const members = group.map((ordinal) => valuesOf(columns, aspect, ordinal)[0] ?? noNumber)
    if (members.some((value) => value !== members[0])) numbers.set(members, start)
    start += group.length
  }
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
    const differs = !hasSameValues(members)
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

/** Lists with the same values in another order count as different. */
const hasSameValues = ([first, ...others]: readonly (readonly number[])[]) =>
  others.every((other) => other.join() === first?.join())

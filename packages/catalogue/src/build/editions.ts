/** Groups editions by their original, and puts each group in the order in which its members are preferred. */

import type { Locale } from '@koedana/contract/values.ts'
import type { Arena } from '../memory/arena.ts'
import { countedBits } from '../memory/counted-bits.ts'
import type { Columns } from '../model/columns.ts'
import type { EditionOrder, EditionOrders } from '../model/edition-order.ts'
import { candidateAt, compareEditions, type EditionsByOriginal } from '../model/editions.ts'

export function buildEditionOrders(arena: Arena, columns: Columns, groups: Groups): EditionOrders {
  const build = (locale: Locale) => buildOrder(arena, columns, { groups, locale })
  return {
    'zh-CN': build('zh-CN'),
    'en-US': build('en-US'),
    'ja-JP': build('ja-JP'),
  }
}

/** Ordinals of the editions of one work, two at least. */
export type Groups = readonly (readonly number[])[]

/** Editions share the original's key; the original itself may be absent. */
export function groupsOf({ key, editionOf, count }: Columns): Groups {
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
  const pairs = groups
    .flatMap((group) => {
      const sorted = group.toSorted((a, b) => compareEditions(candidate(a), candidate(b), locale))
      return sorted.slice(1).map((ordinal, before) => ({ ordinal, better: sorted[before]! }))
    })
    .sort((a, b) => a.ordinal - b.ordinal)
  const later = pairs.map(({ ordinal }) => ordinal)
  const better = arena.uint32(pairs.length)
  better.set(pairs.map((pair) => pair.better))
  return { ...countedBits(arena, columns.count, later), better }
}

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

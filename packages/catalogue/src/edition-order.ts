/** Which edition of a group goes before which, so that of those that pass a filter the best can be told. */
import type { Locale } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { has } from './bits.ts'
import type { Columns } from './columns.ts'
import { type CountedBits, countedBits, numberOf } from './counted-bits.ts'
import { candidateAt, compareEditions } from './editions.ts'

/** Of one language. The bits are the works that some edition of their group goes before. */
export interface EditionOrder extends CountedBits {
  /** For each of them, by its number, the ordinal of the next better edition, which may have a better one itself. */
  readonly better: Uint32Array
}

export type EditionOrders = Readonly<Record<Locale, EditionOrder>>

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

/** Whether some better edition passes. */
export function givesWay(order: EditionOrder, ordinal: number, passes: (better: number) => boolean): boolean {
  for (let at = ordinal; has(order.bits, at); ) {
    at = order.better[numberOf(order, at)]!
    if (passes(at)) return true
  }
  return false
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

/**
 * Counts filters that match nearly everything by the difference from the open filter. The open filter's counts are cached per mask; the
 * groups that differ are subtracted as the open filter shows them, and added as this filter shows them.
 */
import { LRUCache } from 'lru-cache'
import { eachOrdinal, hasBit, numberOf, setBit } from '../memory/arena.ts'
import { type Aspect, eachValue } from '../model/aspects.ts'
import { type GroupMembers, isNumberAspect, noNumber } from '../model/edition-groups.ts'
import type { Base, State } from '../query/base.ts'
import { createHiddenEditions, type FilterResult, type MatchedBits } from '../query/execute.ts'
import { findMembersOfGroups } from '../query/group-members.ts'
import type { Mask } from '../query/policy.ts'

type BitsResult = FilterResult<MatchedBits>

export type OpenCounts = Map<Aspect, Uint32Array>

/** Number of masks with cached counts; each takes four bytes per entity. */
const maxCachedMasks = 8

export const createOpenCounts = (): LRUCache<Mask, OpenCounts> => new LRUCache({ max: maxCachedMasks })

export interface OpenComparison {
  readonly open: BitsResult
  readonly counts: OpenCounts
  readonly difference: Difference
}

/** Shown works, and the members of their groups that have hidden editions. */
interface ShownWorks {
  readonly ordinals: readonly number[]
  readonly beside: GroupMembers
}

/** The works whose groups differ: as the open filter shows them, and as the current filter does. */
interface Difference {
  readonly open: ShownWorks
  readonly filtered: ShownWorks
}

/** Returns undefined if the filter excludes more than `most` works. */
export function compareWithOpen(
  state: State & { readonly openCounts: LRUCache<Mask, OpenCounts> },
  mask: Mask,
  { found, most }: { found: BitsResult; most: number },
): OpenComparison | undefined {
  const { beside } = found
  if (!beside) return undefined
  const { generation, kernel, held } = state.base
  const { apart, shown: openShown, beside: openBeside, members } = held.near
  apart.set(mask.visible.bits)
  kernel.andNot(apart, found.matched.bits)
  kernel.andNot(apart, beside.bits)
  if (kernel.count(apart) > most) return undefined
  openShown.set(mask.representative.bits)
  openBeside.set(mask.visible.bits)
  kernel.andNot(openBeside, openShown)
  const touched = collectGroups(generation.editionGroups, apart)
  const shownIn = (shown: Uint32Array, others: Uint32Array): ShownWorks => ({
    ordinals: intersectOrdinals(apart, shown),
    beside: findMembersOfGroups(generation.editionGroups, touched, { shown, beside: others }),
  })
  const counts: OpenCounts = state.openCounts.get(mask) ?? new Map()
  state.openCounts.set(mask, counts)
  return {
    open: {
      matched: { bits: openShown, total: mask.representative.total },
      rows: [],
      beside: createHiddenEditions(state, openShown, { bits: openBeside, rows: [], room: members }),
    },
    counts,
    difference: {
      open: shownIn(openShown, openBeside),
      filtered: shownIn(found.matched.bits, beside.bits),
    },
  }
}

/** Returns the groups of the works in `bits`, and sets all their other editions in `bits`. */
function collectGroups(
  { groups, offsets, ordinals }: Base['generation']['editionGroups'],
  bits: Uint32Array,
): ReadonlySet<number> {
  const touched = new Set<number>()
  eachOrdinal(bits, (ordinal) => {
    if (hasBit(groups.bits, ordinal)) touched.add(groups.of[numberOf(groups, ordinal)]!)
  })
  for (const group of touched)
    for (let at = offsets[group]!; at < offsets[group + 1]!; at++) setBit(bits, ordinals[at]!)
  return touched
}

function intersectOrdinals(bits: Uint32Array, others: Uint32Array): number[] {
  const found: number[] = []
  eachOrdinal(bits, (ordinal) => {
    if (hasBit(others, ordinal)) found.push(ordinal)
  })
  return found
}

/** Turns counts of the open filter into those of the current filter. */
export function addDifference(
  base: Base,
  aspect: Aspect,
  { near, counts }: { near: OpenComparison; counts: Uint32Array },
): void {
  const { open, filtered } = near.difference
  eachShownValue(base, aspect, { some: open, take: (value) => void counts[value]!-- })
  eachShownValue(base, aspect, { some: filtered, take: (value) => void counts[value]!++ })
}

function eachShownValue(
  { columns, generation }: Base,
  aspect: Aspect,
  { some: { ordinals, beside }, take }: { some: ShownWorks; take: (value: number) => void },
): void {
  for (const ordinal of ordinals) eachValue(columns, aspect, { ordinal, take })
  const { numbers, lists } = generation.editionGroups
  let met = new Set<number>()
  for (const member of beside) {
    const isShown = member < 0
    if (isShown) met = new Set()
    const position = isShown ? ~member : member
    const meet = (value: number) => {
      if (!isShown && !met.has(value)) take(value)
      met.add(value)
    }
    if (isNumberAspect(aspect)) {
      if (numbers[aspect][position] !== noNumber) meet(numbers[aspect][position]!)
    } else {
      const { offsets, keys } = lists[aspect]
      for (let link = offsets[position]!; link < offsets[position + 1]!; link++) meet(keys[link]!)
    }
  }
}

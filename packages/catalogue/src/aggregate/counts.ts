/** How many of the works that matched have each value of an aspect; a group of editions counts once for each. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Aspect, eachValueOf } from '../model/aspects.ts'
import { type BesideMembers, type GroupLists, isNumberAspect, noNumber } from '../model/edition-groups.ts'
import { originalOf } from '../model/editions.ts'
import { denseBitsOf } from '../model/generation.ts'
import type { WorkRow } from '../model/row.ts'
import type { State } from '../query/base.ts'
import type { FilterResult, MatchedBits } from '../query/execute.ts'

type BitsResult = FilterResult<MatchedBits>

/** Counts by entity key; keys past the array's end have no works. */
export function countEntitiesOf(state: State, kind: EntityKind, found: BitsResult): Uint32Array {
  const counts = countShownOf(state, kind, found)
  addBeyond(state, kind, { found, counts })
  return counts
}

/** The first half of it counts the works of the base that matched and are shown. */
export function countShownOf(
  state: State,
  kind: EntityKind,
  { matched, rows, beside }: BitsResult,
): Uint32Array {
  const { counts } = state.base.tallies[kind]
  if (matched.total * listedShare > state.base.columns.count) countByEntity(state, kind, { matched, counts })
  else countByWork(state, kind, { matched, counts })
  const last = (most: number, row: WorkRow) => Math.max(most, ...row.entities[kind])
  const largest = (beside?.rows ?? []).reduce(last, rows.reduce(last, counts.length - 1))
  const all = new Uint32Array(largest + 1)
  all.set(counts)
  return all
}

/** The other half: what counts beside those is added. */
export function addBeyond(
  state: State,
  kind: EntityKind,
  { found, counts }: { found: BitsResult; counts: Uint32Array },
): void {
  eachValueBeyond(state, kind, { found, take: (key) => void counts[key]!++ })
}

/**
 * If at least one work in this many matched, counting by the works of each entity is cheaper than by the entities of
 * each work.
 */
const listedShare = 10

interface Tallied {
  readonly matched: MatchedBits
  readonly counts: Uint32Array
}

function countByEntity(
  { base: { kernel, generation } }: State,
  kind: EntityKind,
  { matched, counts }: Tallied,
): void {
  const postings = generation.postings[kind]
  kernel.countLists(matched.bits, postings, counts)
  postings.denseKeys.forEach((key, index) => {
    counts[key] = kernel.countBoth(matched.bits, denseBitsOf(postings, index, matched.bits.length))
  })
}

function countByWork(
  { base: { kernel, columns } }: State,
  kind: EntityKind,
  { matched, counts }: Tallied,
): void {
  counts.fill(0)
  if (kind === 'makers' || kind === 'series') kernel.countColumn(matched.bits, columns[kind], counts)
  else kernel.countLinks(matched.bits, columns[kind], counts)
}

/**
 * Hands over all that counts beside the works of the base that matched and are shown: the values of rows, and those
 * which of a group only an edition beside the shown one has.
 */
export function eachValueBeyond(
  state: State,
  aspect: Aspect,
  { found, take }: { found: BitsResult; take: (value: number) => void },
): void {
  for (const row of found.rows) eachValueOf(row, aspect, take)
  if (!found.beside) return
  eachRowValueBeside(aspect, { rows: found.rows, beside: found.beside.rows, take })
  eachBaseValueBeside(state, aspect, { members: found.beside.members(), take })
}

function eachRowValueBeside(
  aspect: Aspect,
  {
    rows,
    beside,
    take,
  }: { rows: readonly WorkRow[]; beside: readonly WorkRow[]; take: (value: number) => void },
): void {
  if (beside.length === 0) return
  const known = new Map(beside.map((row) => [originalOf(row), new Set<number>()]))
  for (const row of rows) eachValueOf(row, aspect, (value) => known.get(originalOf(row))?.add(value))
  for (const row of beside) {
    const values = known.get(originalOf(row))
    eachValueOf(row, aspect, (value) => {
      if (!values?.has(value)) take(value)
      values?.add(value)
    })
  }
}

function eachBaseValueBeside({ base }: State, aspect: Aspect, { members, take }: Handed): void {
  if (members.length === 0) return
  const { numbers, lists } = base.generation.editionGroups
  if (isNumberAspect(aspect)) eachNumberBeside(numbers[aspect], { members, take })
  else eachListedBeside(lists[aspect], { members, take })
}

interface Handed {
  readonly members: BesideMembers
  readonly take: (value: number) => void
}

// Both loops are written out: hundreds of thousands of values come through them.

function eachNumberBeside(numbers: Uint16Array, { members, take }: Handed): void {
  /** The group in which each value was met last. */
  const met = new Uint32Array(noNumber)
  let group = 0
  for (let at = 0; at < members.length; at++) {
    const member = members[at]!
    const isShown = member < 0
    if (isShown) group += 1
    const value = numbers[isShown ? ~member : member]!
    if (value === noNumber || met[value] === group) continue
    met[value] = group
    if (!isShown) take(value)
  }
}

function eachListedBeside({ offsets, keys, size }: GroupLists, { members, take }: Handed): void {
  const met = new Uint32Array(size)
  let group = 0
  for (let at = 0; at < members.length; at++) {
    const member = members[at]!
    const isShown = member < 0
    if (isShown) group += 1
    const position = isShown ? ~member : member
    for (let link = offsets[position]!, end = offsets[position + 1]!; link < end; link++) {
      const value = keys[link]!
      if (met[value] === group) continue
      met[value] = group
      if (!isShown) take(value)
    }
  }
}

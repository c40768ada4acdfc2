/** Counts how many matching works have each value of an aspect; a group of editions counts once per value. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { wordsFor } from '../memory/arena.ts'
import { type Aspect, eachValueOf } from '../model/aspects.ts'
import { type GroupMembers, isNumberAspect, noNumber } from '../model/edition-groups.ts'
import { originalOf } from '../model/editions.ts'
import { denseBitsOf } from '../model/generation.ts'
import { bucketsOf } from '../model/histogram.rules.ts'
import type { WorkRow } from '../model/row.ts'
import type { State } from '../query/base.ts'
import type { FilterResult, MatchedBits } from '../query/execute.ts'
import { addDifference, type OpenComparison } from './open-comparison.ts'

type BitsResult = FilterResult<MatchedBits>

/** Returns counts by entity key; keys past the end of the array have no works. */
export function countEntitiesOf(state: State, kind: EntityKind, found: BitsResult): Uint32Array {
  const steps = countInSteps(state, kind, { found, tally: state.base.tallies[kind].counts })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value.slice()
}

/**
 * Counts by entity key in steps. The result is in `tally`, which no other query may use until the caller has read it. If some key is past
 * the end of `tally`, the result is a longer array.
 */
export function* countInSteps(
  state: State,
  kind: EntityKind,
  { found, tally, near }: { found: BitsResult; tally: Uint32Array; near?: OpenComparison | undefined },
): Generator<void, Uint32Array> {
  const { rows, beside } = found
  if (near) yield* countNearOpen(state, kind, { near, tally })
  else yield* countInBase(state, kind, { found, tally })
  const last = (most: number, row: WorkRow) => Math.max(most, ...row.entities[kind])
  const largest = (beside?.rows ?? []).reduce(last, rows.reduce(last, tally.length - 1))
  const counts = largest < tally.length ? tally : new Uint32Array(largest + 1)
  if (counts !== tally) counts.set(tally)
  eachRowValue(kind, found, (key) => void counts[key]!++)
  return counts
}

function* countInBase(
  state: State,
  kind: EntityKind,
  { found: { matched, beside }, tally }: { found: BitsResult; tally: Uint32Array },
): Generator<void, void> {
  if (matched.total * byEntityShare > state.base.columns.count)
    yield* countByEntity(state, kind, { matched, counts: tally })
  else yield* countByWork(state, kind, { matched, counts: tally })
  yield
  if (beside) addHiddenEditions(state, kind, { members: beside.members(), counts: tally })
}

function* countNearOpen(
  state: State,
  kind: EntityKind,
  { near, tally }: { near: OpenComparison; tally: Uint32Array },
): Generator<void, void> {
  const known = near.counts.get(kind)
  if (known) tally.set(known)
  else {
    yield* countInBase(state, kind, { found: near.open, tally })
    near.counts.set(kind, tally.slice())
  }
  yield
  addDifference(state.base, kind, { near, counts: tally })
}

/** If at least one work in this many matched, counting by the works of each entity is cheaper than by the entities of each work. */
const byEntityShare = 10

interface CountTarget {
  readonly matched: MatchedBits
  readonly counts: Uint32Array
}

/** Limits of one step, which takes one or two milliseconds with a million works. */
const stepLimits = { bitsets: 64, ordinals: 1_000_000, works: 25_000 }

function* countByEntity(
  { base: { kernel, generation } }: State,
  kind: EntityKind,
  { matched: { bits }, counts }: CountTarget,
): Generator<void, void> {
  const postings = generation.postings[kind]
  const { offsets, ordinals } = postings
  for (let from = 0, to: number; from + 1 < offsets.length; from = to) {
    to = endOfStep(offsets, from)
    kernel.countLists(bits, { offsets: offsets.subarray(from, to + 1), ordinals }, counts.subarray(from, to))
    yield
  }
  for (const [index, key] of postings.denseKeys.entries()) {
    if (index % stepLimits.bitsets === stepLimits.bitsets - 1) yield
    counts[key] = kernel.countBoth(bits, denseBitsOf(postings, index, bits.length))
  }
}

/** Returns the first list of the next step; a step has at least one list. */
function endOfStep(offsets: Uint32Array, from: number): number {
  const most = offsets[from]! + stepLimits.ordinals
  let [low, high] = [from + 1, offsets.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (offsets[middle]! <= most) low = middle
    else high = middle - 1
  }
  return low
}

function* countByWork(
  { base: { kernel, columns } }: State,
  kind: EntityKind,
  { matched: { bits, total }, counts }: CountTarget,
): Generator<void, void> {
  counts.fill(0)
  if (kind === 'makers' || kind === 'series') return kernel.countColumn(bits, columns[kind], counts)
  const { offsets, keys } = columns[kind]
  const words = wordsFor(Math.ceil((bits.length * 32 * stepLimits.works) / Math.max(total, stepLimits.works)))
  for (let from = 0; from < bits.length; from += words) {
    const part = bits.subarray(from, from + words)
    kernel.countLinks(part, { offsets: offsets.subarray(from * 32), keys }, counts)
    yield
  }
}

type VisitCount = (value: number, count: number) => void

/**
 * Calls `take` for everything that counts besides the shown works of the base: values of rows, and values that only hidden editions of a
 * group have.
 */
export function eachExtraValue(
  state: State,
  aspect: Aspect,
  { found, take }: { found: BitsResult; take: VisitCount },
): void {
  eachRowValue(aspect, found, (value) => take(value, 1))
  const members = found.beside?.members()
  if (!members || members.length === 0) return
  const counts = state.base.values.subarray(0, maxValuesOf(state, aspect)).fill(0)
  addHiddenEditions(state, aspect, { members, counts })
  for (let value = 0; value < counts.length; value++) if (counts[value]! > 0) take(value, counts[value]!)
}

/** Returns an exclusive upper bound of the members' values. */
function maxValuesOf({ base }: State, aspect: Aspect): number {
  const { lists } = base.generation.editionGroups
  if (!isNumberAspect(aspect)) return lists[aspect].size
  return aspect === 'years' ? noNumber : bucketsOf(aspect).length
}

/** Adds the values that only hidden editions of each group have. */
function addHiddenEditions(
  { base: { kernel, generation, met } }: State,
  aspect: Aspect,
  { members, counts }: { members: GroupMembers; counts: Uint32Array },
): void {
  const { numbers, lists } = generation.editionGroups
  if (met.last + members.length > 0xffff_ffff) {
    met.groups.fill(0)
    met.last = 0
  }
  const tally = { counts, met: met.groups, first: met.last }
  if (isNumberAspect(aspect)) kernel.addNumbersBeside(members, numbers[aspect], tally)
  else kernel.addListsBeside(members, lists[aspect], tally)
  met.last += members.length
}

/** Calls `take` for each value of the shown rows, and for each value that only hidden rows of a group have. */
export function eachRowValue(
  aspect: Aspect,
  { rows, beside }: BitsResult,
  take: (value: number) => void,
): void {
  for (const row of rows) eachValueOf(row, aspect, take)
  if (!beside || beside.rows.length === 0) return
  const known = new Map(beside.rows.map((row) => [originalOf(row), new Set<number>()]))
  for (const row of rows) eachValueOf(row, aspect, (value) => known.get(originalOf(row))?.add(value))
  for (const row of beside.rows) {
    const values = known.get(originalOf(row))
    eachValueOf(row, aspect, (value) => {
      if (!values?.has(value)) take(value)
      values?.add(value)
    })
  }
}

export const createAdder = (counts: Uint32Array) => (value: number, count: number) => {
  counts[value]! += count
}

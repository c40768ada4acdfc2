/** How many of the works that matched have each value of an aspect; a group of editions counts once for each. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { wordsFor } from '../memory/arena.ts'
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
  const steps = countShownInSteps(state, kind, { found, tally: state.base.tallies[kind].counts })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const counts = step.value.slice()
  addBeyond(state, kind, { found, counts })
  return counts
}

/**
 * The first half of it counts the works of the base that matched and are shown. The counts lie in `tally`, in the memory
 * of the kernel, which nobody else may use until then; in a longer array if some key is past its end.
 */
export function* countShownInSteps(
  state: State,
  kind: EntityKind,
  { found: { matched, rows, beside }, tally }: { found: BitsResult; tally: Uint32Array },
): Generator<void, Uint32Array> {
  if (matched.total * listedShare > state.base.columns.count)
    yield* countByEntity(state, kind, { matched, counts: tally })
  else yield* countByWork(state, kind, { matched, counts: tally })
  const last = (most: number, row: WorkRow) => Math.max(most, ...row.entities[kind])
  const largest = (beside?.rows ?? []).reduce(last, rows.reduce(last, tally.length - 1))
  if (largest < tally.length) return tally
  const all = new Uint32Array(largest + 1)
  all.set(tally)
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

/** What is counted in a step takes a millisecond or two at a million works. */
const inStep = { bitsets: 64, ordinals: 1_000_000, works: 25_000 }

function* countByEntity(
  { base: { kernel, generation } }: State,
  kind: EntityKind,
  { matched: { bits }, counts }: Tallied,
): Generator<void, void> {
  const postings = generation.postings[kind]
  const { offsets, ordinals } = postings
  for (let from = 0, to: number; from + 1 < offsets.length; from = to) {
    to = endOfStep(offsets, from)
    kernel.countLists(bits, { offsets: offsets.subarray(from, to + 1), ordinals }, counts.subarray(from, to))
    yield
  }
  for (const [index, key] of postings.denseKeys.entries()) {
    if (index % inStep.bitsets === inStep.bitsets - 1) yield
    counts[key] = kernel.countBoth(bits, denseBitsOf(postings, index, bits.length))
  }
}

/** The first list that is left for the next step; one list at least is counted. */
function endOfStep(offsets: Uint32Array, from: number): number {
  const most = offsets[from]! + inStep.ordinals
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
  { matched: { bits, total }, counts }: Tallied,
): Generator<void, void> {
  counts.fill(0)
  if (kind === 'makers' || kind === 'series') return kernel.countColumn(bits, columns[kind], counts)
  const { offsets, keys } = columns[kind]
  const words = wordsFor(Math.ceil((bits.length * 32 * inStep.works) / Math.max(total, inStep.works)))
  for (let from = 0; from < bits.length; from += words) {
    const part = bits.subarray(from, from + words)
    kernel.countLinks(part, { offsets: offsets.subarray(from * 32), keys }, counts)
    yield
  }
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
  const { met, first } = meeting(noNumber, members.length)
  let group = first
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
  const { met, first } = meeting(size, members.length)
  let group = first
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

/** The group in which each value was met last: kept between calls, since a new one each time keeps the collector busy. */
let met = new Uint32Array(noNumber)
let lastGroup = 0

/** Values are below `size`; numbers of groups go on from `first`, so that earlier calls left none of them. */
function meeting(size: number, groups: number): { met: Uint32Array; first: number } {
  if (met.length < size || lastGroup + groups > 0xffff_ffff) {
    met = new Uint32Array(Math.max(met.length, size))
    lastGroup = 0
  }
  const first = lastGroup
  lastGroup += groups
  return { met, first }
}

/** Counts how many matching works are in each histogram bucket and of each release year. */
import type { HistogramName } from '@koedana/contract/facets.ts'
import type { LRUCache } from 'lru-cache'
import { eachOrdinal } from '../memory/arena.ts'
import { eachValue, type NumberAspect } from '../model/aspects.ts'
import { bucketsOf } from '../model/histogram.rules.ts'
import type { State } from '../query/base.ts'
import type { FilterResult, MatchedBits } from '../query/execute.ts'
import type { Mask } from '../query/policy.ts'
import { countParts, type Parts } from './count-parts.ts'
import { createAdder, eachExtraValue, eachRowValue } from './counts.ts'
import { addDifference, type OpenComparison, type OpenCounts } from './open-comparison.ts'

export interface CountedState extends State {
  /** Returns the parts of an order that numbers are counted by. */
  readonly parts: (aspect: NumberAspect) => Parts
  readonly openCounts: LRUCache<Mask, OpenCounts>
  /** Facets are derived from those of the open filter if the filter excludes at most this many works. */
  readonly maxApart: number
}

export interface CountedResult extends FilterResult<MatchedBits> {
  /** Present if the counts are derived from those of the open filter. */
  readonly near?: OpenComparison | undefined
}

export function countYears(state: CountedState, found: CountedResult): Map<number, number> {
  const years = new Map<number, number>()
  const add = (year: number, count: number) => {
    if (count > 0) years.set(year, (years.get(year) ?? 0) + count)
  }
  countNumbers(state, 'years', { found, add })
  return years
}

export function countBuckets(state: CountedState, name: HistogramName, found: CountedResult): Uint32Array {
  const counts = new Uint32Array(bucketsOf(name).length)
  countNumbers(state, name, { found, add: createAdder(counts) })
  return counts
}

/** If at most one work in this many matches, testing each is cheaper than counting parts of an order. */
const sparseShare = 256

interface CountRequest {
  readonly found: CountedResult
  readonly add: (value: number, count: number) => void
}

function countNumbers(state: CountedState, aspect: NumberAspect, { found, add }: CountRequest): void {
  if (!found.near) {
    countNumbersInBase(state, aspect, { found, add })
    eachExtraValue(state, aspect, { found, take: add })
    return
  }
  const counts = countOpenNumbers(state, aspect, found.near).slice()
  addDifference(state.base, aspect, { near: found.near, counts })
  counts.forEach((count, value) => void (count > 0 && add(value, count)))
  eachRowValue(aspect, found, (value) => add(value, 1))
}

function countOpenNumbers(
  state: CountedState,
  aspect: NumberAspect,
  { open, counts }: OpenComparison,
): Uint32Array {
  const known = counts.get(aspect)
  if (known) return known
  const largest = Math.max(0, ...state.parts(aspect).parts.map(({ value }) => value))
  const counted = new Uint32Array(largest + 1)
  const add = createAdder(counted)
  countNumbersInBase(state, aspect, { found: open, add })
  eachExtraValue(state, aspect, { found: open, take: add })
  counts.set(aspect, counted)
  return counted
}

function countNumbersInBase(state: CountedState, aspect: NumberAspect, { found, add }: CountRequest): void {
  const { generation, columns, kernel } = state.base
  const { bits, total } = found.matched
  const take = (value: number) => add(value, 1)
  if (total * sparseShare > columns.count)
    countParts(generation, kernel, { bits, counted: state.parts(aspect), take: add })
  else eachOrdinal(bits, (ordinal) => eachValue(columns, aspect, { ordinal, take }))
}

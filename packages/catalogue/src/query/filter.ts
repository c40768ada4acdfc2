/** The filter over the base: ANDs each condition into one bitset. */
import type { Kernel } from '../kernel/kernel.ts'
import { type Arena, createBits } from '../memory/arena.ts'
import {
  bitsOf,
  type Columns,
  type CumulativeBitmaps,
  directions,
  type Generation,
  listOf,
  type NumberColumn,
  type Orders,
  ordinalOf,
  type Postings,
  sortsByColumn,
  unknown,
} from '../model/generation.ts'
import { allAges, type Included, type Range, rangesOf, type Since, type WorkFilter } from '../model/query.ts'
import { clearExcluded } from './policy.ts'

/** Clears the bits of works that do not match. Editions, the search and personal sets are left to the caller. */
export type ApplyFilter = (bits: Uint32Array, filter: WorkFilter) => void

export function createFilter(generation: Generation, kernel: Kernel, arena: Arena): ApplyFilter {
  const { columns, postings } = generation
  const scratch = createBits(arena, columns.count)
  const readAlongIn = (wanted: number) => generation.readAlong.filter((_, at) => wanted & (1 << at))
  return (bits, filter) => {
    narrowAges(generation, kernel, { bits, ages: filter.ages })
    for (const included of filter.included) include(bits, included)
    for (const range of rangesOf(filter)) narrowRange(generation, kernel, { bits, range })
    if (filter.languages !== 0) kernel.keepBits(bits, columns.languages, filter.languages)
    narrowFlag(kernel, { bits, flag: generation.inLibrary }, filter.inLibrary)
    narrowFlag(kernel, { bits, flag: generation.hasLyrics }, filter.hasLyrics)
    if (filter.lyricsLanguages !== 0)
      kernel.and(bits, anyOf(kernel, scratch, readAlongIn(filter.lyricsLanguages)))
    if (filter.since) keepLatest(bits, filter.since)
    for (const excluded of filter.excluded) clearExcluded(generation, kernel, { bits, excluded })
    const works = filter.excludedWorks.map((key) => ordinalOf(columns, key)).filter((ordinal) => ordinal >= 0)
    kernel.clearAll(bits, Uint32Array.from(works))
  }

  function include(bits: Uint32Array, { kind, keys, match }: Included): void {
    if (match === 'all') {
      for (const key of keys) keepPosting(bits, postings[kind], key)
      return
    }
    scratch.fill(0)
    for (const key of keys) {
      const dense = bitsOf(postings[kind], key, columns.count)
      if (dense) kernel.or(scratch, dense)
      else kernel.setAll(scratch, listOf(postings[kind], key))
    }
    kernel.and(bits, scratch)
  }

  function keepPosting(bits: Uint32Array, posting: Postings, key: number): void {
    const dense = bitsOf(posting, key, columns.count)
    if (dense) kernel.and(bits, dense)
    else keepList(bits, listOf(posting, key))
  }

  function keepList(bits: Uint32Array, ordinals: Uint32Array): void {
    scratch.fill(0)
    kernel.setAll(scratch, ordinals)
    kernel.and(bits, scratch)
  }

  /** If most works are newer, clearing the others is cheaper. */
  function keepLatest(bits: Uint32Array, since: Since): void {
    const latest = newerThan(generation, since)
    if (2 * latest.length > columns.count) kernel.clearAll(bits, notNewerThan(generation, since))
    else keepList(bits, latest)
  }
}

/** Returns `room`, filled with the union of the bitsets. */
function anyOf(kernel: Kernel, room: Uint32Array, bitsets: readonly Uint32Array[]): Uint32Array {
  room.fill(0)
  for (const bits of bitsets) kernel.or(room, bits)
  return room
}

function narrowFlag(
  kernel: Kernel,
  { bits, flag }: { bits: Uint32Array; flag: Uint32Array },
  wanted: boolean | undefined,
): void {
  if (wanted === undefined) return
  if (wanted) kernel.and(bits, flag)
  else kernel.andNot(bits, flag)
}

function narrowAges(
  { ages }: Generation,
  kernel: Kernel,
  { bits, ages: wanted }: { bits: Uint32Array; ages: number },
): void {
  if ((wanted & allAges) === allAges) return
  for (const age of [1, 2, 3] as const) if (!(wanted & (1 << age))) kernel.andNot(bits, ages[age])
}

export interface OrderedColumns {
  readonly columns: Columns
  readonly orders: Orders
}

/** Returns where the works of a range are in the order `sortsByColumn[range.column]`: `start … end - 1`. */
export function sortOrderRange(
  { columns, orders }: OrderedColumns,
  { column, min, max }: Range,
): { start: number; end: number } {
  const sort = sortsByColumn[column]
  const { ordinals } = orders[sort]
  const values = columns[column]
  const descending = directions[sort].descending
  // Unknown values come last in both directions.
  const isPast = (value: number) => value === unknown || (descending ? value < min : value > max)
  const isReached = (value: number) => value === unknown || (descending ? value <= max : value >= min)
  const start = findFirst(ordinals, (ordinal) => isReached(values[ordinal]!))
  const end = findFirst(ordinals, (ordinal) => isPast(values[ordinal]!))
  return { start, end: Math.max(start, end) }
}

const newestSorts = {
  addedAt: 'recentlyAdded',
  createdAt: 'recentlyCreated',
  updatedAt: 'recentlyUpdated',
} as const

/** Returns the works with an instant after the given one, newest first. */
export const newerThan = (ordered: OrderedColumns, since: Since): Uint32Array =>
  ordered.orders[newestSorts[since.column]].ordinals.subarray(0, countNewer(ordered, since))

const notNewerThan = (ordered: OrderedColumns, since: Since): Uint32Array =>
  ordered.orders[newestSorts[since.column]].ordinals.subarray(countNewer(ordered, since))

function countNewer({ columns, orders }: OrderedColumns, { column, after }: Since): number {
  const instants = columns[column]
  return findFirst(orders[newestSorts[column]].ordinals, (ordinal) => !(instants[ordinal]! > after))
}

/** Returns the first position from which the condition holds. */
function findFirst(ordinals: Uint32Array, holds: (ordinal: number) => boolean): number {
  let low = 0
  let high = ordinals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(ordinals[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

export interface RangeIndex extends OrderedColumns {
  readonly cumulativeBitmaps: Readonly<Record<NumberColumn, CumulativeBitmaps>>
}

function narrowRange(
  generation: RangeIndex,
  kernel: Kernel,
  { bits, range }: { bits: Uint32Array; range: Range },
): void {
  const { ordinals } = generation.orders[sortsByColumn[range.column]]
  const { stride, words } = generation.cumulativeBitmaps[range.column]
  const { start, end } = sortOrderRange(generation, range)
  const bitmapAt = (step: number) => words.subarray((step - 1) * bits.length, step * bits.length)
  const past = Math.ceil(end / stride)
  if (past === 0) {
    bits.fill(0)
    return
  }
  if (past * stride < ordinals.length) kernel.and(bits, bitmapAt(past))
  kernel.clearAll(bits, ordinals.subarray(end, past * stride))
  const before = Math.floor(start / stride)
  if (before > 0) kernel.andNot(bits, bitmapAt(before))
  kernel.clearAll(bits, ordinals.subarray(before * stride, start))
}

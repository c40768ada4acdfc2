/**
 * Where a kernel that answers whole questions finds the arrays of a generation: addresses and sizes, as
 * `assembly/list.ts` reads them.
 */
import { type EntityKind, entityKinds, locales } from '@koedana/contract/values.ts'
import type { Arena } from '../memory/arena.ts'
import { wordsFor } from '../memory/bits.ts'
import { type NumberColumn, numberColumns } from '../model/columns.ts'
import type { Generation } from '../model/generation.ts'
import { directions, type StoredSort, sampleShift, sortsByColumn } from '../model/orders.ts'

/** Their place in a list is their number in questions. */
export const sortNumbers: ReadonlyMap<string, number> = new Map(
  Object.keys(directions).map((sort, at) => [sort, at]),
)

/** The number of the order that is made from a seed, after all that are stored. */
export const randomSort = sortNumbers.size

/** Up to one work in this many, asking each is cheaper than a pass a condition over all. */
const fewShare = 1_024
/** Below that, always: a bitset of so few is no longer. */
const alwaysFew = 32
const scratches = 16
/** Two words each. */
const mostSteps = 256
/** A start and an end each. */
export const mostRanges = 64

export function createDirectory(generation: Generation, arena: Arena): Uint32Array {
  const { columns, inLibrary, hasLyrics, ages } = generation
  const words = wordsFor(columns.count)
  const few = fewOf(columns.count)
  const directory = arena.uint32(
    headLength + 8 * (entityKinds.length + numberColumns.length) + 2 * sortNumbers.size + 3 * locales.length,
  )
  directory.set([
    columns.count,
    words,
    ...places(columns.key, columns.age, columns.languages, inLibrary, hasLyrics, ages[1], ages[2], ages[3]),
    ...places(arena.uint32(scratches * words), arena.uint32(few)),
    sampleShift,
    few,
    ...places(arena.uint32(2 * mostSteps), arena.uint32(2 * mostRanges)),
    ...entityKinds.flatMap((kind) => kindEntry(generation, kind)),
    ...numberColumns.flatMap((column) => columnEntry(generation, column)),
    ...storedSorts.flatMap((sort) => places(generation.orders[sort].ordinals, generation.orders[sort].ranks)),
    ...locales.flatMap((locale) => {
      const { bits, before, better } = generation.editionOrders[locale]
      return places(bits, before, better)
    }),
  ])
  return directory
}

const headLength = 16

/** The longest list of works that are asked one by one. */
export const fewOf = (count: number): number => Math.max(alwaysFew, Math.floor(count / fewShare))

const storedSorts = Object.keys(directions).filter((name): name is StoredSort => name in directions)

function kindEntry({ columns, postings }: Generation, kind: EntityKind): number[] {
  const { offsets, ordinals, denseIndex, dense } = postings[kind]
  const linked = kind === 'makers' || kind === 'series' ? undefined : columns[kind]
  return [
    Math.max(0, offsets.length - 1),
    ...places(offsets, ordinals, denseIndex, dense),
    ...(kind === 'makers' || kind === 'series' ? places(columns[kind]) : [0]),
    ...(linked ? places(linked.offsets, linked.keys) : [0, 0]),
  ]
}

function columnEntry({ columns, orders, prefixes }: Generation, column: NumberColumn): number[] {
  const sort = sortsByColumn[column]
  const { stride, words, samples } = prefixes[column]
  return [
    ...places(columns[column], orders[sort].ordinals),
    Number(directions[sort].descending),
    stride,
    Math.floor(columns.count / stride),
    ...places(words, samples),
    samples.length,
  ]
}

const places = (...arrays: ArrayBufferView[]): number[] => arrays.map(({ byteOffset }) => byteOffset)

/** Writes the addresses and sizes of a generation's arrays for the compiled kernel, in the layout of `kernel/layout.ts`. */
import { type EntityKind, entityKinds, locales } from '@koedana/contract/values.ts'
import { Column, constants, Directory, Editions, Kind, Order } from '../kernel/layout.ts'
import { type Arena, wordsFor } from '../memory/arena.ts'
import {
  directions,
  type Generation,
  type NumberColumn,
  numberColumns,
  type StoredSort,
  sortsByColumn,
} from '../model/generation.ts'
import { maxCandidates } from './candidate-list.ts'

const storedSorts = Object.keys(directions).filter((name): name is StoredSort => name in directions)

/** The number of each stored sort in compiled queries: its position among the records of orders. */
export const sortNumbers: ReadonlyMap<StoredSort, number> = new Map(storedSorts.map((sort, at) => [sort, at]))

export function createDirectory(generation: Generation, arena: Arena, maxShuffled: number): Uint32Array {
  const to = arena.uint32(constants.directoryWords)
  writeRecord(to, 0, Directory, headOf(generation, arena, maxShuffled))
  entityKinds.forEach((kind, at) => {
    writeRecord(to, constants.kindsAt + at * constants.kindWords, Kind, kindOf(generation, kind))
  })
  numberColumns.forEach((column, at) => {
    writeRecord(to, constants.columnsAt + at * constants.columnWords, Column, columnOf(generation, column))
  })
  storedSorts.forEach((sort, at) => {
    const { ordinals, ranks } = generation.orders[sort]
    const order = { ordinals: ordinals.byteOffset, ranks: ranks.byteOffset }
    writeRecord(to, constants.ordersAt + at * constants.orderWords, Order, order)
  })
  locales.forEach((locale, at) => {
    const { bits, before, better, worse, chained } = generation.editionOrders[locale]
    const editions = {
      bits: bits.byteOffset,
      before: before.byteOffset,
      better: better.byteOffset,
      worse: worse.byteOffset,
      pairCount: worse.length,
      chained: chained.byteOffset,
      chainedCount: chained.length,
    }
    writeRecord(to, constants.editionOrdersAt + at * constants.editionsWords, Editions, editions)
  })
  return to
}

type RecordWords<R> = { readonly [name in keyof R]: number }

/** Writes every word of a record; the types require a value for each. */
function writeRecord<R extends Readonly<Record<string, number>>>(
  to: Uint32Array,
  at: number,
  record: R,
  values: RecordWords<R>,
): void {
  for (const name in record) to[at + record[name]!] = values[name]
}

function headOf(
  { columns, inLibrary, hasLyrics, ages }: Generation,
  arena: Arena,
  maxShuffled: number,
): RecordWords<typeof Directory> {
  const bitsetWords = wordsFor(columns.count)
  const most = maxCandidates(columns.count)
  const { scratchBitsets, stepWords, maxSteps, maxRanges } = constants
  return {
    works: columns.count,
    bitsetWords,
    keys: columns.key.byteOffset,
    ages: columns.age.byteOffset,
    languages: columns.languages.byteOffset,
    inLibrary: inLibrary.byteOffset,
    hasLyrics: hasLyrics.byteOffset,
    age1: ages[1].byteOffset,
    age2: ages[2].byteOffset,
    age3: ages[3].byteOffset,
    scratch: arena.uint32(scratchBitsets * bitsetWords).byteOffset,
    candidates: arena.uint32(most).byteOffset,
    maxCandidates: most,
    steps: arena.uint32(stepWords * maxSteps).byteOffset,
    // Each range has a start and an end.
    rangeBounds: arena.uint32(2 * maxRanges).byteOffset,
    maxShuffled,
  }
}

function kindOf({ columns, postings }: Generation, kind: EntityKind): RecordWords<typeof Kind> {
  const { offsets, ordinals, denseIndex, dense } = postings[kind]
  const single = kind === 'makers' || kind === 'series' ? columns[kind] : undefined
  const linked = kind === 'makers' || kind === 'series' ? undefined : columns[kind]
  return {
    entities: Math.max(0, offsets.length - 1),
    offsets: offsets.byteOffset,
    ordinals: ordinals.byteOffset,
    denseIndex: denseIndex.byteOffset,
    dense: dense.byteOffset,
    single: single?.byteOffset ?? 0,
    linkOffsets: linked?.offsets.byteOffset ?? 0,
    linkKeys: linked?.keys.byteOffset ?? 0,
  }
}

function columnOf(
  { columns, orders, cumulativeBitmaps }: Generation,
  column: NumberColumn,
): RecordWords<typeof Column> {
  const sort = sortsByColumn[column]
  const { stride, words, samples } = cumulativeBitmaps[column]
  return {
    values: columns[column].byteOffset,
    ordinals: orders[sort].ordinals.byteOffset,
    isDescending: Number(directions[sort].descending),
    stride,
    bitmapCount: Math.floor(columns.count / stride),
    bitmaps: words.byteOffset,
    samples: samples.byteOffset,
    sampleCount: samples.length,
  }
}

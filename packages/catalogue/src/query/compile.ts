/** Encodes a query as words for the compiled kernel, in the layout of `kernel/layout.ts`. */
import { entityKinds, type Locale, locales } from '@koedana/contract/values.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { constants, Excluded, Flag, Included, Query, Range } from '../kernel/layout.ts'
import type { Arena } from '../memory/arena.ts'
import { type Generation, numberColumns, type StoredSort } from '../model/generation.ts'
import {
  isOpenFilter,
  type ListResult,
  rangesOf,
  storedSortOf,
  type WorkFilter,
  type WorkQuery,
} from '../model/query.ts'
import { maxCandidates } from './candidate-list.ts'
import { createDirectory, sortNumbers } from './directory.ts'
import { isDeepPage, type MaskBits } from './rank-samples.ts'

/**
 * Encodes a query. Returns false if the kernel cannot run it: sorts by relevance or growth, a search, subtitle languages, an instant,
 * numbers beyond 32 bits, or too many conditions.
 */
export type QueryEncoder = (query: WorkQuery, start: FilterStart) => boolean

export function createQueryEncoder(to: Int32Array, generation: Generation): QueryEncoder {
  const words = createWords(to)
  return (query, start) => {
    const { bits, total } = start.from
    const sort = query.sort === 'random' ? query.sort : storedSortOf(query)
    if (sort === undefined || query.search || query.lyricsLanguages !== 0 || query.since) return false
    const walk = planWalk(generation, query, { sort, mask: start.from })
    words.start()
    // Addresses from 2 GiB on become negative.
    words.set(Query.mask, bits.byteOffset | 0)
    words.set(Query.maskTotal, total)
    words.set(Query.sort, sort === 'random' ? constants.randomSort : sortNumbers.get(sort)!)
    words.set(Query.offset, query.offset)
    words.set(Query.limit, query.limit)
    words.set(Query.ages, query.ages)
    words.set(Query.languages, query.languages)
    words.set(Query.inLibrary, flagOf(query.inLibrary))
    words.set(Query.hasLyrics, flagOf(query.hasLyrics))
    words.set(Query.walkFrom, walk.from)
    words.set(Query.walkSkip, walk.skip)
    // `shuffle` uses only the lowest 32 bits of a seed.
    words.set(Query.seed, query.seed | 0)
    words.set(Query.editions, start.once ? 1 + locales.indexOf(start.once) : 0)
    return putFilter(words, query) && words.isWhole()
  }
}

/**
 * Returns the position in the order where the walk starts, and how many works it skips. Deep pages of the open filter start near their
 * position.
 */
function planWalk(
  { orders, columns }: Generation,
  query: WorkQuery,
  { sort, mask }: { sort: StoredSort | 'random'; mask: MaskBits },
): { from: number; skip: number } {
  const { offset, limit } = query
  const { total, rankSamples } = mask
  const isNear = !isDeepPage({ end: offset + limit, total, count: columns.count })
  const isWhole = offset >= total || total === columns.count
  if (sort === 'random' || isNear || isWhole || !isOpenFilter(query)) return { from: 0, skip: offset }
  return rankSamples.before(sort, orders[sort].ordinals, offset)
}

interface WordWriter {
  readonly start: () => void
  readonly set: (at: number, word: number) => void
  /** Reserves this many words at the end; returns their offset. */
  readonly claim: (length: number) => number
  readonly put: (word: number) => void
  readonly putAll: (words: readonly number[]) => void
  /** Returns whether every word since the start was stored unchanged. */
  readonly isWhole: () => boolean
}

function createWords(to: Int32Array): WordWriter {
  let end: number = constants.queryWords
  let isWhole = true
  const set = (at: number, word: number) => {
    to[at] = word
    if (to[at] !== word) isWhole = false
  }
  const claim = (length: number) => {
    end += length
    return end - length
  }
  const put = (word: number) => set(claim(1), word)
  return {
    start: () => {
      end = constants.queryWords
      isWhole = true
    },
    set,
    claim,
    put,
    putAll: (words) => {
      for (let next = 0; next < words.length; next++) put(words[next]!)
    },
    isWhole: () => isWhole,
  }
}

/** Writes each list after its length, and the keys of each entity record after it. Returns false if there are too many ranges. */
function putFilter({ set, claim, put, putAll }: WordWriter, filter: WorkFilter): boolean {
  const ranges = rangesOf(filter)
  set(Query.rangeCount, ranges.length)
  for (const { column, min, max } of ranges) {
    const at = claim(constants.rangeWords)
    set(at + Range.column, numberColumns.indexOf(column))
    set(at + Range.min, min)
    set(at + Range.max, max)
  }
  put(filter.included.length)
  for (const { kind, keys, match } of filter.included) {
    const at = claim(constants.includedWords)
    set(at + Included.kind, entityKinds.indexOf(kind))
    set(at + Included.isAny, match === 'any' ? 1 : 0)
    set(at + Included.keyCount, keys.length)
    putAll(keys)
  }
  put(filter.excluded.length)
  for (const { kind, keys } of filter.excluded) {
    const at = claim(constants.excludedWords)
    set(at + Excluded.kind, entityKinds.indexOf(kind))
    set(at + Excluded.keyCount, keys.length)
    putAll(keys)
  }
  put(filter.excludedWorks.length)
  putAll(filter.excludedWorks)
  return ranges.length <= constants.maxRanges
}

const flagOf = (wanted: boolean | undefined) =>
  wanted === undefined ? Flag.either : wanted ? Flag.set : Flag.clear

/** Returns the page; undefined if the kernel cannot run the query. */
export type CompiledList = (query: WorkQuery, start: FilterStart) => ListResult | undefined

export function createCompiledList(
  generation: Generation,
  arena: Arena,
  list: NonNullable<Kernel['list']>,
): CompiledList {
  const { count } = generation.columns
  const maxShuffled = maxPage + 8 * Math.ceil(Math.sqrt(count))
  const directory = createDirectory(generation, arena, maxShuffled)
  const compiled = arena.int32(maxQueryLength)
  const encode = createQueryEncoder(compiled, generation)
  const out = arena.int32(1 + Math.max(maxShuffled, maxCandidates(count)))
  return (query, start) => {
    if (query.limit > maxPage || !encode(query, start)) return undefined
    const length = list(directory.byteOffset, compiled.byteOffset, out.byteOffset)
    if (length < 0) return undefined
    const keys: number[] = []
    for (let at = 1; at <= length; at++) keys.push(out[at]!)
    return { keys, total: out[0]! }
  }
}

const maxPage = 1_024

/** In words. */
const maxQueryLength = 4_096

/** The works that a filter starts from. */
export interface FilterStart {
  readonly from: MaskBits
  /** If defined, an edition counts only if no better edition for this locale matches. */
  readonly once: Locale | undefined
}

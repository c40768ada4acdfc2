/**
 * Filters a short candidate list: if a single condition leaves few works, they are tested one by one without touching whole bitsets.
 * The result equals that of the filter over bitsets.
 */
import type { Locale } from '@koedana/contract/values.ts'
import { hasBit } from '../memory/arena.ts'
import { type EditionOrder, hasBetterMatch } from '../model/editions.ts'
import { lyricsLanguagesIn } from '../model/flags.ts'
import { bitsOf, type Columns, type Generation, hasBits, listOf, sortsByColumn } from '../model/generation.ts'
import {
  allAges,
  type Excluded,
  type Included,
  type Range,
  rangesOf,
  type WorkFilter,
} from '../model/query.ts'
import { newerThan, sortOrderRange } from './filter.ts'

export interface CandidateOptions {
  /** The viewer's mask: only its works can match. */
  readonly from: Uint32Array
  /** The locale whose best edition of each group counts; undefined if all editions count. */
  readonly once: Locale | undefined
  /** Ordinals that changes have replaced. */
  readonly hidden: ReadonlySet<number>
  /** The maximum length of a candidate list. */
  readonly most: number
}

/** If at most one work in this many matches, testing each is cheaper than ANDing a bitset per condition. */
const candidateShare = 1_024
/** Up to this many works are always tested one by one: their bitset would be no shorter. */
const minCandidates = 32

export const maxCandidates = (count: number): number =>
  Math.max(minCandidates, Math.floor(count / candidateShare))

/** Returns the matching ordinals, ascending; undefined if the filter has a search or no condition leaves a short enough list. */
export function findCandidates(
  generation: Generation,
  filter: WorkFilter,
  { from, once, hidden, most }: CandidateOptions,
): Uint32Array | undefined {
  const shortest = filter.search ? undefined : shortestList(generation, filter, most)
  if (!shortest) return undefined
  const { columns } = generation
  const found = createCandidateSet(shortest.slice())
  found.keep((ordinal) => hasBit(from, ordinal))
  for (const included of filter.included) keepIncluded(generation, found, included)
  for (const range of rangesOf(filter)) keepRange(columns, found, range)
  for (const excluded of filter.excluded) dropExcluded(generation, found, excluded)
  keepFlags(generation, found, filter)
  if (filter.excludedWorks.length > 0) {
    const keys = new Set(filter.excludedWorks)
    found.keep((ordinal) => !keys.has(columns.key[ordinal]!))
  }
  if (hidden.size > 0) found.keep((ordinal) => !hidden.has(ordinal))
  if (once) keepFirst(generation.editionOrders[once], found)
  return found.kept().sort()
}

function keepFirst(order: EditionOrder, found: CandidateSet): void {
  let matched: ReadonlySet<number> | undefined
  const matches = (ordinal: number) => {
    matched ??= new Set(found.kept())
    return matched.has(ordinal)
  }
  found.keep((ordinal) => !hasBetterMatch(order, ordinal, matches))
}

/** Returns the shortest list that contains every work that can match, if it has at most `most` works. */
function shortestList(generation: Generation, filter: WorkFilter, most: number): Uint32Array | undefined {
  let shortest: Uint32Array | undefined
  const offer = (list: Uint32Array) => {
    if (list.length <= most && list.length < (shortest?.length ?? Number.POSITIVE_INFINITY)) shortest = list
  }
  for (const { kind, keys, match } of filter.included) {
    if (match === 'any' && keys.length > 1) continue
    const postings = generation.postings[kind]
    for (const key of keys) if (!hasBits(postings, key)) offer(listOf(postings, key))
  }
  for (const range of rangesOf(filter)) {
    const { start, end } = sortOrderRange(generation, range)
    offer(generation.orders[sortsByColumn[range.column]].ordinals.subarray(start, end))
  }
  if (filter.since) offer(newerThan(generation, filter.since))
  return shortest
}

interface CandidateSet {
  readonly keep: (matches: (ordinal: number) => boolean) => void
  readonly kept: () => Uint32Array
}

function createCandidateSet(ordinals: Uint32Array): CandidateSet {
  let count = ordinals.length
  return {
    keep: (matches) => {
      let next = 0
      for (let at = 0; at < count; at++) if (matches(ordinals[at]!)) ordinals[next++] = ordinals[at]!
      count = next
    },
    kept: () => ordinals.subarray(0, count),
  }
}

function keepIncluded(generation: Generation, found: CandidateSet, { kind, keys, match }: Included): void {
  const tests = keys.map((key) => hasEntity(generation, kind, key))
  if (match === 'all') for (const test of tests) found.keep(test)
  else found.keep((ordinal) => tests.some((test) => test(ordinal)))
}

function dropExcluded(generation: Generation, found: CandidateSet, { kind, keys }: Excluded): void {
  for (const key of keys) {
    const test = hasEntity(generation, kind, key)
    found.keep((ordinal) => !test(ordinal))
  }
}

function hasEntity(
  { columns, postings }: Generation,
  kind: Included['kind'],
  key: number,
): (ordinal: number) => boolean {
  const dense = bitsOf(postings[kind], key, columns.count)
  if (dense) return (ordinal) => hasBit(dense, ordinal)
  if (kind === 'makers' || kind === 'series') {
    const column = columns[kind]
    return key < 0 ? () => false : (ordinal) => column[ordinal] === key
  }
  const { offsets, keys } = columns[kind]
  return (ordinal) => {
    const end = offsets[ordinal + 1]!
    for (let at = offsets[ordinal]!; at < end; at++) if (keys[at] === key) return true
    return false
  }
}

function keepRange(columns: Columns, found: CandidateSet, { column, min, max }: Range): void {
  const values = columns[column]
  found.keep((ordinal) => values[ordinal]! >= min && values[ordinal]! <= max)
}

function keepFlags(generation: Generation, found: CandidateSet, filter: WorkFilter): void {
  const { columns, inLibrary, hasLyrics } = generation
  const { ages, languages, lyricsLanguages } = filter
  const { since } = filter
  if (since) found.keep((ordinal) => columns[since.column][ordinal]! > since.after)
  if ((ages & allAges) !== allAges) found.keep((ordinal) => (ages & (1 << columns.age[ordinal]!)) !== 0)
  if (languages !== 0) found.keep((ordinal) => (columns.languages[ordinal]! & languages) !== 0)
  if (filter.inLibrary !== undefined) found.keep((ordinal) => hasBit(inLibrary, ordinal) === filter.inLibrary)
  if (filter.hasLyrics !== undefined) found.keep((ordinal) => hasBit(hasLyrics, ordinal) === filter.hasLyrics)
  if (lyricsLanguages !== 0)
    found.keep((ordinal) => (lyricsLanguagesIn(columns.flags[ordinal]!) & lyricsLanguages) !== 0)
}

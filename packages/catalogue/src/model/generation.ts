/**
 * The immutable base of the index: columns and orders of works, ascending by key. The index of a work in them is its ordinal. Lower
 * ordinals win ties, and unknown values come last in both directions.
 * A generation consists only of arrays in one shared arena. A worker can build it and hand it over without a copy or a pause, and a file
 * can store it unchanged.
 */

import { ascendingFields, rangedFields } from '@koedana/contract/field-lists.ts'
import type { WorkSort } from '@koedana/contract/filters.ts'
import { recordFrom, recordOf } from '@koedana/contract/kit/record-of.ts'
import { type EntityKind, entityKinds, type Period } from '@koedana/contract/values.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { type CountedBits, hasBit, numberOf, wordsFor } from '../memory/arena.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { EditionGroups } from './edition-groups.ts'
import type { EditionOrders, EditionsByOriginal } from './editions.ts'
import type { Names } from './names.ts'

export interface Generation {
  readonly columns: Columns
  readonly postings: Readonly<Record<EntityKind, Postings>>
  readonly orders: Orders
  readonly cumulativeBitmaps: Readonly<Record<NumberColumn, CumulativeBitmaps>>
  /** Bitsets of the works of age 1, 2 and 3. */
  readonly ages: Readonly<Record<1 | 2 | 3, Uint32Array>>
  /** Bitsets of the works in each language, by language index in the contract. */
  readonly spoken: readonly Uint32Array[]
  readonly inLibrary: Uint32Array
  readonly hasLyrics: Uint32Array
  /** Bitsets of the works with subtitles in each language, by language index in the contract. */
  readonly readAlong: readonly Uint32Array[]
  /** Whether any two works are editions of the same work. */
  readonly hasEditions: boolean
  readonly editionOrders: EditionOrders
  readonly editionGroups: EditionGroups
  readonly editionsByOriginal: EditionsByOriginal
  /** Titles and readings of the works; the document number is the ordinal. */
  readonly works: TextIndex
  readonly names: Readonly<Record<EntityKind, Names>>
  readonly grown: Readonly<Record<GrowthPeriod, GrownWorks>>
}

/** Checks only that the parts exist: values from another thread or a file were made by `describe`. */
export const isGeneration = (value: unknown): value is Generation =>
  typeof value === 'object' && value !== null && parts.every((part) => part in value)

const parts = [
  'columns',
  'postings',
  'orders',
  'cumulativeBitmaps',
  'ages',
  'editionOrders',
  'editionGroups',
  'editionsByOriginal',
  'spoken',
  'readAlong',
  'works',
  'names',
  'grown',
] as const

export function eachKind<T>(make: (kind: EntityKind) => T): Record<EntityKind, T> {
  const [makers, series, artists, illustrators, genres] = entityKinds
  return {
    makers: make(makers),
    series: make(series),
    artists: make(artists),
    illustrators: make(illustrators),
    genres: make(genres),
  }
}

/** Kinds of which a work can have several entities. */
export const linkedKinds = ['artists', 'illustrators', 'genres'] as const
export type LinkedKind = (typeof linkedKinds)[number]

/** The entity keys of work `o` are `keys[offsets[o]] … keys[offsets[o + 1] - 1]`, in the order of its sources. */
export interface Links {
  readonly offsets: Uint32Array
  readonly keys: Int32Array
}

export const numberColumns = [...rangedFields, 'releaseDay'] as const
export type NumberColumn = (typeof numberColumns)[number]

/** Instants in milliseconds since 1970; NaN means unknown. */
export const instantColumns = ['addedAt', 'createdAt', 'updatedAt'] as const
export type InstantColumn = (typeof instantColumns)[number]

/** Stands for any unknown number. It is lower than every day that a date can name. */
export const unknown = -2_147_483_648

export interface Columns
  extends Record<NumberColumn, Int32Array>,
    Record<InstantColumn, Float64Array>,
    Record<LinkedKind, Links> {
  readonly count: number
  readonly key: Int32Array
  /** 1 all, 2 R15, 3 R18 and unknown. */
  readonly age: Uint8Array
  /** Bit i is language i of the contract. */
  readonly languages: Uint32Array
  /** See `flagsOf`. */
  readonly flags: Uint8Array
  /** Entity key, -1 for none. */
  readonly makers: Int32Array
  readonly series: Int32Array
  /** The key of the original; -1 for an original. */
  readonly editionOf: Int32Array
}

/** Returns the entity keys of one work for any kind. */
export function entitiesOf(columns: Columns, kind: EntityKind, ordinal: number): number[] {
  if (kind === 'makers' || kind === 'series') {
    const key = columns[kind][ordinal]!
    return key < 0 ? [] : [key]
  }
  const { offsets, keys } = columns[kind]
  return [...keys.subarray(offsets[ordinal]!, offsets[ordinal + 1]!)]
}

/** Returns the ordinal of a key, or -1 if the generation does not have it. */
export function ordinalOf({ key: keys, count }: Columns, key: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low < count && keys[low] === key ? low : -1
}

/** The sorts with a stored order. The others are derived from these or computed on demand. */
export type StoredSort = Exclude<WorkSort, 'random' | 'relevance' | 'popular'>

interface Direction {
  readonly column: NumberColumn | InstantColumn
  readonly descending: boolean
}

const descendingBy = (column: Direction['column']): Direction => ({ column, descending: true })
const ascendingBy = (column: Direction['column']): Direction => ({ column, descending: false })

export const directions: Readonly<Record<StoredSort, Direction>> = {
  recentlyAdded: descendingBy('addedAt'),
  recentlyCreated: descendingBy('createdAt'),
  recentlyUpdated: descendingBy('updatedAt'),
  releaseDateDesc: descendingBy('releaseDay'),
  releaseDateAsc: ascendingBy('releaseDay'),
  ...recordFrom(rangedFields.map((field) => [workFields[field].desc, descendingBy(field)])),
  ...recordFrom(ascendingFields.map((field) => [workFields[field].asc, ascendingBy(field)])),
}

/** Returns a number that sorts ascending in the order of `sort`; unknown values come last. */
export function rankValue(sort: StoredSort, value: number): number {
  if (Number.isNaN(value) || value === unknown) return Number.POSITIVE_INFINITY
  return directions[sort].descending ? -value : value
}

export interface Order {
  /** Ordinals, first to last. */
  readonly ordinals: Uint32Array
  /** The position of each ordinal. */
  readonly ranks: Uint32Array
}

export type Orders = Readonly<Record<StoredSort, Order>>

export const sortsByColumn: Readonly<Record<NumberColumn, StoredSort>> = {
  ...recordOf(rangedFields, (field) => workFields[field].desc),
  releaseDay: 'releaseDateDesc',
}

/** Bitset s, counted from 1, is `words[(s - 1) * width …]`: the first `s * stride` works of the column's order. */
export interface CumulativeBitmaps {
  readonly stride: number
  readonly words: Uint32Array
  /** The column's value at every position `s << sampleShift` of its order. */
  readonly samples: Int32Array
}

/** One sample per 256 works: a binary search among so few samples touches few cache lines. */
export const sampleShift = 8

/** How much the sales of works grew in a period. Few works have a growth, so only those are stored. */
export type GrowthPeriod = Exclude<Period, 'all'>

/** Copies sold in each period; unknown if the sales at its beginning are unknown. */
export type Growth = Readonly<Record<GrowthPeriod, number>>

export const noGrowth: Growth = { daily: unknown, weekly: unknown, monthly: unknown, yearly: unknown }

/**
 * Returns two sort keys for popularity, lower first: growth, then sales.
 * Works without a growth come after the others; the remaining ties are broken by key.
 */
export const popularityOf = (growth: number, sales: number): { tier: number; value: number } => ({
  tier: rankValue('salesDesc', growth),
  value: rankValue('salesDesc', sales),
})

/** The works that have a growth in one period. */
export interface GrownWorks extends CountedBits {
  /** Ordinals of these works, the most popular first. */
  readonly ordinals: Uint32Array
  /** The growth of each of these works, in the order of ordinals. */
  readonly values: Int32Array
}

/** Returns the growth of one work; `unknown` if it has none. */
export function growthAt(grown: GrownWorks, ordinal: number): number {
  return hasBit(grown.bits, ordinal) ? grown.values[numberOf(grown, ordinal)]! : unknown
}

/** The works of each entity of one kind: a sorted list, or a bitset if the list would be long. */
export interface Postings {
  /** The works of entity k are `ordinals[offsets[k]] … ordinals[offsets[k + 1] - 1]`; empty if it has a bitset. */
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** The index of entity k's bitset in `dense`, or -1. */
  readonly denseIndex: Int32Array
  /** The entities that have a bitset, in the order of `dense`. */
  readonly denseKeys: Uint32Array
  readonly dense: Uint32Array
}

/** Returns the list of an entity; empty if it has a bitset or the key is unknown. */
export function listOf(postings: Postings, key: number): Uint32Array {
  if (key < 0 || key + 1 >= postings.offsets.length) return postings.ordinals.subarray(0, 0)
  return postings.ordinals.subarray(postings.offsets[key]!, postings.offsets[key + 1]!)
}

export const hasBits = ({ denseIndex }: Postings, key: number): boolean => (denseIndex[key] ?? -1) >= 0

/** Returns the bitset of an entity, if it has one. */
export function bitsOf(postings: Postings, key: number, count: number): Uint32Array | undefined {
  if (!hasBits(postings, key)) return undefined
  return denseBitsOf(postings, postings.denseIndex[key]!, wordsFor(count))
}

/** Returns the bitset at `index`; each has `words` words. */
export const denseBitsOf = ({ dense }: Postings, index: number, words: number): Uint32Array =>
  dense.subarray(index * words, (index + 1) * words)

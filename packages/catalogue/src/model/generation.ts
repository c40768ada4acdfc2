/**
 * The immutable base of the index: columns and orders of works, ascending by key. A work's position in them is its
 * ordinal; lower ordinals win ties, and unknown values come last both ways. Nothing but arrays in one arena of
 * shared memory, so that a worker builds it and the server receives it without a copy or a pause, and a file holds
 * it as it is.
 */

import { rangedFields, risingFields } from '@koedana/contract/field-lists.ts'
import type { WorkSort } from '@koedana/contract/filters.ts'
import { recordFrom, recordOf } from '@koedana/contract/kit/record-of.ts'
import { type EntityKind, entityKinds, type Period } from '@koedana/contract/values.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { type CountedBits, has, numberOf, wordsFor } from '../memory/arena.ts'
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
  /** Bitsets of the works in each language, by its index in the contract. */
  readonly spoken: readonly Uint32Array[]
  readonly inLibrary: Uint32Array
  readonly hasLyrics: Uint32Array
  /** Bitsets of the works that can be read along in each language, by its index in the contract. */
  readonly readAlong: readonly Uint32Array[]
  /** Whether any two works are editions of one. */
  readonly hasEditions: boolean
  readonly editionOrders: EditionOrders
  readonly editionGroups: EditionGroups
  readonly editionsByOriginal: EditionsByOriginal
  /** Titles and readings of the works, a document an ordinal. */
  readonly works: TextIndex
  readonly names: Readonly<Record<EntityKind, Names>>
  readonly grown: Readonly<Record<GrowthPeriod, Grown>>
}

/** Checks that its parts are there: what another thread or a file hands over was made by `describe`. */
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

/** One of something for each kind of entity. */
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

/** Entities that a work can have several of. */
export const linkedKinds = ['artists', 'illustrators', 'genres'] as const
export type LinkedKind = (typeof linkedKinds)[number]

/** The entity keys of work `o` are `keys[offsets[o]] … keys[offsets[o + 1] - 1]`, in the order its sources give them. */
export interface Links {
  readonly offsets: Uint32Array
  readonly keys: Int32Array
}

/** Whole numbers that filters bound and sorts order by. */
export const numberColumns = [...rangedFields, 'releaseDay'] as const
export type NumberColumn = (typeof numberColumns)[number]

/** Instants, milliseconds since 1970; NaN is unknown. */
export const instantColumns = ['addedAt', 'createdAt', 'updatedAt'] as const
export type InstantColumn = (typeof instantColumns)[number]

/** Any number that is not known. Below every day that a date can name. */
export const unknown = -2_147_483_648

export interface Columns
  extends Record<NumberColumn, Int32Array>,
    Record<InstantColumn, Float64Array>,
    Record<LinkedKind, Links> {
  readonly count: number
  readonly key: Int32Array
  /** 1 all, 2 r15, 3 r18 and unknown. */
  readonly age: Uint8Array
  /** Bit i is language i of the contract. */
  readonly languages: Uint32Array
  /** See `flagsOf`. */
  readonly flags: Uint8Array
  /** Entity key, -1 for none. */
  readonly makers: Int32Array
  readonly series: Int32Array
  /** The key of the original this is an edition of, -1 for an original. */
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

/** Returns the ordinal of a key, -1 if the catalogue does not have it. */
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

/** `relevance`, `popular` and `random` are made of these or on demand. */
export type StoredSort = Exclude<WorkSort, 'random' | 'relevance' | 'popular'>

interface Direction {
  readonly column: NumberColumn | InstantColumn
  readonly descending: boolean
}

const down = (column: Direction['column']): Direction => ({ column, descending: true })
const up = (column: Direction['column']): Direction => ({ column, descending: false })

export const directions: Readonly<Record<StoredSort, Direction>> = {
  recentlyAdded: down('addedAt'),
  recentlyCreated: down('createdAt'),
  recentlyUpdated: down('updatedAt'),
  releaseDateDesc: down('releaseDay'),
  releaseDateAsc: up('releaseDay'),
  ...recordFrom(rangedFields.map((field) => [workFields[field].desc, down(field)])),
  ...recordFrom(risingFields.map((field) => [workFields[field].asc, up(field)])),
}

/** The smaller comes first; unknown is larger than everything. */
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

/** Bitset s, from 1, is `words[(s - 1) * width …]`: the first `s * stride` works of the column's order. */
export interface CumulativeBitmaps {
  readonly stride: number
  readonly words: Uint32Array
  /** The column's value at every position `s << sampleShift` of its order. */
  readonly samples: Int32Array
}

/** There are so few samples that a search among them stays in few cache lines. */
export const sampleShift = 8

/** How much the sales of works grew over a period: few works have a growth, so only those are kept. */
export type GrowthPeriod = Exclude<Period, 'all'>

/** Copies sold; unknown if nothing is known about the beginning of the period. */
export type Growth = Readonly<Record<GrowthPeriod, number>>

export const noGrowth: Growth = { daily: unknown, weekly: unknown, monthly: unknown, yearly: unknown }

/**
 * Returns the position of a work by popularity, the smaller first: what grew most, ties and all that have no growth by
 * sales, ties by key.
 */
export const popularityOf = (growth: number, sales: number): { tier: number; value: number } => ({
  tier: rankValue('salesDesc', growth),
  value: rankValue('salesDesc', sales),
})

/** The same works are a set. */
export interface Grown extends CountedBits {
  /** Works that have a growth, the most popular first. */
  readonly ordinals: Uint32Array
  /** The growth of each of them, in the order of ordinals. */
  readonly values: Int32Array
}

/** Returns the growth of one work. */
export function growthAt(grown: Grown, ordinal: number): number {
  return has(grown.bits, ordinal) ? grown.values[numberOf(grown, ordinal)]! : unknown
}

/** The works that each entity of one kind has: a sorted list, or a bitset if the list would be long. */
export interface Postings {
  /** The works of entity k are `ordinals[offsets[k]] … ordinals[offsets[k + 1] - 1]`; none if it has a bitset. */
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** The number of the bitset of entity k in `dense`, or -1. */
  readonly denseIndex: Int32Array
  /** The entities that have a bitset, in the order of those. */
  readonly denseKeys: Uint32Array
  readonly dense: Uint32Array
}

/** Returns the list of an entity that has no bitset; empty for a key that nothing has. */
export function listOf(postings: Postings, key: number): Uint32Array {
  if (key < 0 || key + 1 >= postings.offsets.length) return postings.ordinals.subarray(0, 0)
  return postings.ordinals.subarray(postings.offsets[key]!, postings.offsets[key + 1]!)
}

export const hasBits = ({ denseIndex }: Postings, key: number): boolean => (denseIndex[key] ?? -1) >= 0

/** Returns the bitset of one entity, if it has one. */
export function bitsOf(postings: Postings, key: number, count: number): Uint32Array | undefined {
  if (!hasBits(postings, key)) return undefined
  return denseBitsOf(postings, postings.denseIndex[key]!, wordsFor(count))
}

/** Returns the bitset with this number, of `words` words. */
export const denseBitsOf = ({ dense }: Postings, index: number, words: number): Uint32Array =>
  dense.subarray(index * words, (index + 1) * words)

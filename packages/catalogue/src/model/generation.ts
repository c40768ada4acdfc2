/**
 * The immutable base of the index. Nothing but arrays in one arena, so that a worker builds it and the server receives
 * it without a copy or a pause, and a file holds it as it is.
 */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { Columns, NumberColumn } from './columns.ts'
import type { EditionGroups } from './edition-groups.ts'
import type { EditionOrders } from './edition-order.ts'
import type { EditionsByOriginal } from './editions.ts'
import type { Grown, GrowthPeriod } from './growth.ts'
import type { Names } from './names.ts'
import type { CumulativeBitmaps, Orders } from './orders.ts'
import type { Postings } from './postings.ts'

export interface Generation {
  readonly columns: Columns
  readonly postings: Readonly<Record<EntityKind, Postings>>
  readonly orders: Orders
  readonly cumulativeBitmaps: Readonly<Record<NumberColumn, CumulativeBitmaps>>
  /** Bitsets of the works of age 1, 2 and 3. */
  readonly ages: Readonly<Record<1 | 2 | 3, Uint32Array>>
  /** Bitsets of the works in each language, by its place in the contract. */
  readonly spoken: readonly Uint32Array[]
  readonly inLibrary: Uint32Array
  readonly hasLyrics: Uint32Array
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

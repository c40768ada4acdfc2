/**
 * The immutable base of the index. Nothing but arrays in one arena, so that a worker builds it and the server receives
 * it without a copy or a pause, and a file holds it as it is.
 */
import { type EntityKind, entityKinds, languages } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { createBits, set } from './bits.ts'
import { type Columns, hasLyricsFlag, inLibraryFlag, type NumberColumn } from './columns.ts'
import { buildEditionGroups, type EditionGroups } from './edition-groups.ts'
import { buildEditionOrders, type EditionOrders, groupsOf } from './edition-order.ts'
import { buildEditionsByOriginal, type EditionsByOriginal } from './editions-by-original.ts'
import { buildGrown, type Grown, type Growth, type GrowthPeriod } from './growth.ts'
import { buildNames, type NamedEntity, type Names } from './names.ts'
import { buildOrders, type Orders } from './orders.ts'
import { buildPostings, type Postings } from './postings.ts'
import { buildPrefixes, type Prefixes } from './prefixes.ts'
import { buildTextIndex, type TextIndex } from './text/text-index.ts'
import type { Texts } from './text/texts.ts'

export interface Generation {
  readonly columns: Columns
  readonly postings: Readonly<Record<EntityKind, Postings>>
  readonly orders: Orders
  readonly prefixes: Readonly<Record<NumberColumn, Prefixes>>
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

export interface Material {
  readonly columns: Columns
  /** A document an ordinal. */
  readonly texts: Texts
  readonly names: Readonly<Record<EntityKind, readonly NamedEntity[]>>
  readonly growths: ReadonlyMap<number, Growth>
}

export function buildGeneration(arena: Arena, material: Material): Generation {
  const { columns, growths } = material
  const groups = groupsOf(columns)
  const orders = buildOrders(arena, columns)
  const grown = (period: GrowthPeriod) => buildGrown(arena, columns, { growths, period })
  return {
    columns,
    postings: eachKind((kind) => buildPostings(arena, columns, kind)),
    orders,
    prefixes: buildPrefixes(arena, columns, orders),
    ages: {
      1: bitsWhere(arena, columns.age, (age) => age === 1),
      2: bitsWhere(arena, columns.age, (age) => age === 2),
      3: bitsWhere(arena, columns.age, (age) => age === 3),
    },
    spoken: languages.map((_, at) =>
      bitsWhere(arena, columns.languages, (spoken) => (spoken & (1 << at)) !== 0),
    ),
    inLibrary: bitsWhere(arena, columns.flags, (flags) => (flags & inLibraryFlag) !== 0),
    hasLyrics: bitsWhere(arena, columns.flags, (flags) => (flags & hasLyricsFlag) !== 0),
    hasEditions: groups.length > 0,
    editionsByOriginal: buildEditionsByOriginal(arena, columns),
    editionGroups: buildEditionGroups(arena, columns, groups),
    editionOrders: buildEditionOrders(arena, columns, groups),
    works: buildTextIndex(arena, material.texts),
    names: eachKind((kind) => buildNames(arena, material.names[kind])),
    grown: {
      daily: grown('daily'),
      weekly: grown('weekly'),
      monthly: grown('monthly'),
      yearly: grown('yearly'),
    },
  }
}

/** Told by its parts: what another thread or a file hands over was made by `describe`. */
export const isGeneration = (value: unknown): value is Generation =>
  typeof value === 'object' && value !== null && parts.every((part) => part in value)

const parts = [
  'columns',
  'postings',
  'orders',
  'prefixes',
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

function bitsWhere(
  arena: Arena,
  column: Uint8Array | Uint32Array,
  holds: (value: number) => boolean,
): Uint32Array {
  const bits = createBits(arena, column.length)
  for (let ordinal = 0; ordinal < column.length; ordinal++) if (holds(column[ordinal]!)) set(bits, ordinal)
  return bits
}

/**
 * The immutable base of the index. Nothing but arrays in shared memory, so that a worker builds it and the server
 * receives it without a copy or a pause.
 */
import type { EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { createBits, set } from './bits.ts'
import { type Columns, hasLyricsFlag, inLibraryFlag, type NumberColumn } from './columns.ts'
import { buildOrders, type Orders } from './orders.ts'
import { buildPostings, type Postings } from './postings.ts'
import { buildPrefixes, type Prefixes } from './prefixes.ts'

export interface Generation {
  readonly columns: Columns
  readonly postings: Readonly<Record<EntityKind, Postings>>
  readonly orders: Orders
  readonly prefixes: Readonly<Record<NumberColumn, Prefixes>>
  /** Bitsets of the works of age 1, 2 and 3. */
  readonly ages: Readonly<Record<1 | 2 | 3, Uint32Array>>
  readonly inLibrary: Uint32Array
  readonly hasLyrics: Uint32Array
  /** For each work the ordinal of the first of its editions, its own without any. */
  readonly groups: Uint32Array
  /** Whether any two works are editions of one. */
  readonly hasEditions: boolean
}

export function buildGeneration(columns: Columns): Generation {
  const groups = buildGroups(columns)
  const orders = buildOrders(columns)
  return {
    columns,
    postings: {
      makers: buildPostings(columns, 'makers'),
      series: buildPostings(columns, 'series'),
      artists: buildPostings(columns, 'artists'),
      illustrators: buildPostings(columns, 'illustrators'),
      genres: buildPostings(columns, 'genres'),
    } satisfies Record<(typeof entityKinds)[number], Postings>,
    orders,
    prefixes: buildPrefixes(orders),
    ages: {
      1: bitsWhere(columns.age, 1, 0xff),
      2: bitsWhere(columns.age, 2, 0xff),
      3: bitsWhere(columns.age, 3, 0xff),
    },
    inLibrary: bitsWhere(columns.flags, inLibraryFlag, inLibraryFlag),
    hasLyrics: bitsWhere(columns.flags, hasLyricsFlag, hasLyricsFlag),
    groups,
    hasEditions: groups.some((group, ordinal) => group !== ordinal),
  }
}

function bitsWhere(column: Uint8Array, value: number, mask: number): Uint32Array {
  const bits = createBits(column.length)
  for (let ordinal = 0; ordinal < column.length; ordinal++) {
    if ((column[ordinal]! & mask) === value) set(bits, ordinal)
  }
  return bits
}

/** Editions share the original's key; the original itself may be absent. */
function buildGroups({ key, editionOf, count }: Columns): Uint32Array {
  const first = new Map<number, number>()
  const originals = new Set(editionOf)
  const groups = new Uint32Array(new SharedArrayBuffer(count * 4))
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const original = editionOf[ordinal]! < 0 ? key[ordinal]! : editionOf[ordinal]!
    if (!originals.has(original)) {
      groups[ordinal] = ordinal
      continue
    }
    if (!first.has(original)) first.set(original, ordinal)
    groups[ordinal] = first.get(original)!
  }
  return groups
}

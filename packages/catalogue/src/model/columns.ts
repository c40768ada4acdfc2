/**
 * What the index is built from: one array a field, works in ascending order of key. A work's place in these arrays
 * is its ordinal; lower ordinals win ties. All memory is shared, so that a worker hands it over without a copy.
 */

import { rangedFields } from '@koedana/contract/field-lists.ts'
import type { EntityKind } from '@koedana/contract/values.ts'

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

export const inLibraryFlag = 1
export const hasLyricsFlag = 2

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
  readonly flags: Uint8Array
  /** Entity key, -1 for none. */
  readonly makers: Int32Array
  readonly series: Int32Array
  /** The key of the original this is an edition of, -1 for an original. */
  readonly editionOf: Int32Array
}

/** The entity keys of one work for any kind. */
export function entitiesOf(columns: Columns, kind: EntityKind, ordinal: number): number[] {
  if (kind === 'makers' || kind === 'series') {
    const key = columns[kind][ordinal]!
    return key < 0 ? [] : [key]
  }
  const { offsets, keys } = columns[kind]
  return [...keys.subarray(offsets[ordinal]!, offsets[ordinal + 1]!)]
}

/** The ordinal of a key, -1 where the catalogue does not have it. */
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

/** The column of each order and its direction. Unknown values come last both ways; ties go by ascending key. */

import { rangedFields, risingFields } from '@koedana/contract/field-lists.ts'
import type { WorkSort } from '@koedana/contract/filters.ts'
import { recordFrom, recordOf } from '@koedana/contract/kit/record-of.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { type InstantColumn, type NumberColumn, unknown } from './columns.ts'

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
  /** Where each ordinal stands. */
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
  /** The column's value at every place `s << sampleShift` of its order. */
  readonly samples: Int32Array
}

/** There are so few samples that a search among them stays in few cache lines. */
export const sampleShift = 8

/**
 * Groups of editions with the values that works are counted by.
 * Hidden editions are read group by group, without random access to the columns.
 */
import { histogramNames } from '@koedana/contract/facets.ts'
import type { CountedBits } from '../memory/arena.ts'
import type { Aspect, ListAspect, NumberAspect } from './aspects.ts'
import type { Links } from './generation.ts'

/** A member is an index into `ordinals`; the members of group g are `offsets[g] … offsets[g + 1] - 1`. */
export interface EditionGroups {
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** All members as a bitset of ordinals; `of` holds the group of each, in the order of ordinals. */
  readonly groups: CountedBits & { readonly of: Uint32Array }
  /** The bucket or year of each member; `noNumber` if it is unknown or the same for the whole group. */
  readonly numbers: Readonly<Record<NumberAspect, Uint16Array>>
  /** The values of each member; empty if the whole group has the same values. */
  readonly lists: Readonly<Record<ListAspect, GroupLists>>
}

export interface GroupLists extends Links {
  /** Exclusive upper bound of the values. */
  readonly size: number
}

export const noNumber = 0xffff

export const numberAspects: readonly NumberAspect[] = [...histogramNames, 'years']
const numberAspectSet: ReadonlySet<Aspect> = new Set<Aspect>(numberAspects)
export const isNumberAspect = (aspect: Aspect): aspect is NumberAspect => numberAspectSet.has(aspect)

/** Concatenated groups: the shown member of each as `~member` (negative), then its hidden members. */
export type GroupMembers = Int32Array

/**
 * The editions of each work together, and beside them the values that works are counted by: the editions beside the
 * shown one are read group by group, without access to columns that lie far apart.
 */
import { histogramNames } from '@koedana/contract/facets.ts'
import type { CountedBits } from '../memory/arena.ts'
import type { Aspect, ListAspect, NumberAspect } from './aspects.ts'
import type { Links } from './generation.ts'

/** A member is a position in `ordinals`; those of group g are `offsets[g] … offsets[g + 1] - 1`. */
export interface EditionGroups {
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** All members as a bitset of ordinals, and the group of each in the order of ordinals. */
  readonly groups: CountedBits & { readonly of: Uint32Array }
  /** The bucket or year of each member; `noNumber` if that is not known, or the whole group has the same. */
  readonly numbers: Readonly<Record<NumberAspect, Uint16Array>>
  /** The values of each member; none if the whole group has the same. */
  readonly lists: Readonly<Record<ListAspect, GroupLists>>
}

export interface GroupLists extends Links {
  /** All values are below it. */
  readonly size: number
}

export const noNumber = 0xffff

export const numberAspects: readonly NumberAspect[] = [...histogramNames, 'years']
const areNumbers: ReadonlySet<Aspect> = new Set<Aspect>(numberAspects)
export const isNumberAspect = (aspect: Aspect): aspect is NumberAspect => areNumbers.has(aspect)

/** All groups one after the other: the shown member of each as `~member`, below zero, then those beside it. */
export type BesideMembers = Int32Array

/**
 * Executes a filter under a viewer's policy: over the base as bits or a candidate list, over the delta as rows. Only the best matching
 * edition of a group is shown; the hidden ones are returned in `beside`, because counts need their values.
 */

import { filterDelta } from '../delta/delta.ts'
import type { GroupMembers } from '../model/edition-groups.ts'
import { isOpenFilter, type Viewer, type WorkFilter, withViewerNames } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import type { State } from './base.ts'
import { findCandidates, maxCandidates } from './candidate-list.ts'
import type { FilterStart } from './compile.ts'
import { type EditionBits, findGroupMembers } from './group-members.ts'
import { type RankSamples, rankSamplesFor } from './rank-samples.ts'

export interface FilterResult<P extends MatchedWorks = MatchedWorks> {
  readonly matched: P
  readonly rows: readonly WorkRow[]
  /** Hidden editions: they match, but a better edition of their group is shown. Undefined if all editions are shown. */
  readonly beside?: HiddenEditions | undefined
}

export interface HiddenEditions {
  readonly bits: Uint32Array
  readonly rows: readonly WorkRow[]
  /** Returns the members group by group, computed on first use; valid as long as the bits. */
  readonly members: () => GroupMembers
}

export const totalOf = ({ matched, rows }: FilterResult): number => matched.total + rows.length

/** Returns a candidate list if some condition leaves a short one, otherwise bits. */
export function executeFilter(state: State, filter: WorkFilter, viewer: Viewer): FilterResult {
  const { base, delta } = state
  const { from, once } = findStart(state, filter, viewer)
  const candidates = findCandidates(base.generation, filter, {
    from: from.bits,
    once,
    hidden: delta.hidden,
    most: maxCandidates(base.columns.count),
  })
  if (!candidates) return executeFilterToBits(state, filter, viewer)
  return { matched: { candidates, total: candidates.length }, rows: filterDelta(state, filter, viewer).rows }
}

/** Always returns bits, valid until the next query. For the open filter they are the mask itself, unless works changed. */
export function executeFilterToBits(
  state: State,
  filter: WorkFilter,
  viewer: Viewer,
): FilterResult<MatchedBits> {
  const { rows, beside } = filterDelta(state, filter, viewer)
  const matched = isOpenFilter(filter)
    ? findOpenBits(state, filter, viewer)
    : findFilteredBits(state, filter, viewer)
  if (filter.editions === 'all') return { matched, rows }
  const { beside: bits, members: room } = state.base
  return { matched, rows, beside: createHiddenEditions(state, matched.bits, { bits, rows: beside, room }) }
}

export function createHiddenEditions(
  { base: { generation, kernel } }: Pick<State, 'base'>,
  shown: Uint32Array,
  { bits, rows, room }: Pick<HiddenEditions, 'bits' | 'rows'> & Pick<EditionBits, 'room'>,
): HiddenEditions {
  let members: GroupMembers | undefined
  return {
    bits,
    rows,
    members: () => {
      members ??= findGroupMembers(kernel, generation.editionGroups, { shown, beside: bits, room })
      return members
    },
  }
}

/** Returns the works that a filter starts from. The open filter starts from the precomputed best editions. */
export function findStart({ base }: Pick<State, 'base'>, filter: WorkFilter, viewer: Viewer): FilterStart {
  const { visible, representative } = base.masks(viewer)
  const isOnce = filter.editions !== 'all' && base.generation.hasEditions
  if (filter.within.length > 0)
    return { from: base.personalMasks(viewer, filter.within), once: isOnce ? viewer.locale : undefined }
  if (!isOnce) return { from: visible, once: undefined }
  return isOpenFilter(filter)
    ? { from: representative, once: undefined }
    : { from: visible, once: viewer.locale }
}

function findOpenBits(state: State, filter: WorkFilter, viewer: Viewer): MatchedBits {
  const { base, delta } = state
  const { kernel, scratch, beside } = base
  const { from } = findStart(state, filter, viewer)
  const hidden = Uint32Array.from(delta.hidden)
  if (filter.editions !== 'all') {
    beside.set(base.masks(viewer).visible.bits)
    kernel.andNot(beside, from.bits)
    kernel.clearAll(beside, hidden)
  }
  if (hidden.length === 0) return from
  scratch.set(from.bits)
  kernel.clearAll(scratch, hidden)
  return { bits: scratch, total: kernel.count(scratch), rankSamples: rankSamplesFor(state, from) }
}

function findFilteredBits(state: State, filter: WorkFilter, viewer: Viewer): MatchedBits {
  const { base, delta, findEntities } = state
  const { kernel, scratch, beside, generation } = base
  const { from, once } = findStart(state, filter, viewer)
  scratch.set(from.bits)
  if (delta.hidden.size > 0) kernel.clearAll(scratch, Uint32Array.from(delta.hidden))
  base.narrow(scratch, filter)
  if (filter.search) base.search.narrow(scratch, filter.search, withViewerNames(findEntities, viewer))
  beside.fill(0)
  if (once) kernel.keepFirst(scratch, generation.editionOrders[once], beside)
  return { bits: scratch, total: kernel.count(scratch) }
}

/** Works of the base that matched: bits, of which `total` are set, or the ascending ordinals of a candidate list. */
export type MatchedWorks = MatchedBits | MatchedCandidates

export interface MatchedBits {
  readonly bits: Uint32Array
  readonly total: number
  /** Present if the bits are immutable and queried repeatedly. */
  readonly rankSamples?: RankSamples
}

export interface MatchedCandidates {
  readonly candidates: Uint32Array
  readonly total: number
}

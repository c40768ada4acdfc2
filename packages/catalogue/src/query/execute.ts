/**
 * What passes a filter under a viewer's policy: of the base as bits or a short list, of the delta as rows. Of a group of
 * editions the best that passes is shown; those beside it are told of where answers count by what works have.
 */

import { passing } from '../delta/delta.ts'
import { type BesideMembers, membersBeside } from '../model/edition-groups.ts'
import { findKnown, isOpen, type Viewer, type WorkFilter } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import type { State } from './base.ts'
import { findFew, mostCandidates } from './candidate-list.ts'
import type { Start } from './compile.ts'
import { type Milestones, milestonesUnder } from './rank-samples.ts'

export interface AllPassed<P extends Passed = Passed> {
  readonly passed: P
  readonly rows: readonly WorkRow[]
  /** Editions that passed too and give way to one of those; none where all are wanted. */
  readonly beside?: Beside | undefined
}

export interface Beside {
  readonly bits: Uint32Array
  readonly rows: readonly WorkRow[]
  /** Group by group, made when it is asked for; as long as the bits hold. */
  readonly members: () => BesideMembers
}

export const totalOf = ({ passed, rows }: AllPassed): number => passed.total + rows.length

/** A short list where some condition leaves few. */
export function passOf(state: State, filter: WorkFilter, viewer: Viewer): AllPassed {
  const { base, delta } = state
  const { from, once } = startOf(state, filter, viewer)
  const few = findFew(base.generation, filter, {
    from: from.bits,
    once,
    hidden: delta.hidden,
    most: mostCandidates(base.columns.count),
  })
  if (!few) return passBits(state, filter, viewer)
  return { passed: { few, total: few.length }, rows: passing(state, filter, viewer).rows }
}

/** Always as bits; they hold until the next question. Without a filter they are the mask itself. */
export function passBits(state: State, filter: WorkFilter, viewer: Viewer): AllPassed<PassedBits> {
  const { rows, beside } = passing(state, filter, viewer)
  const passed = isOpen(filter) ? openBits(state, filter, viewer) : filteredBits(state, filter, viewer)
  if (filter.editions === 'all') return { passed, rows }
  return { passed, rows, beside: besideOf(state, passed.bits, { bits: state.base.beside, rows: beside }) }
}

export function besideOf(
  { base: { generation } }: Pick<State, 'base'>,
  shown: Uint32Array,
  { bits, rows }: Pick<Beside, 'bits' | 'rows'>,
): Beside {
  let members: BesideMembers | undefined
  return {
    bits,
    rows,
    members: () => {
      members ??= membersBeside(generation.editionGroups, { shown, beside: bits })
      return members
    },
  }
}

/** What a filter is asked of: without one, editions are told apart already. */
export function startOf({ base }: Pick<State, 'base'>, filter: WorkFilter, viewer: Viewer): Start {
  const { visible, representative } = base.masks(viewer)
  if (filter.editions === 'all' || !base.generation.hasEditions) return { from: visible, once: undefined }
  return isOpen(filter) ? { from: representative, once: undefined } : { from: visible, once: viewer.locale }
}

function openBits(state: State, filter: WorkFilter, viewer: Viewer): PassedBits {
  const { base, delta } = state
  const { kernel, scratch, beside } = base
  const { from } = startOf(state, filter, viewer)
  const hidden = Uint32Array.from(delta.hidden)
  if (filter.editions !== 'all') {
    beside.set(base.masks(viewer).visible.bits)
    kernel.andNot(beside, from.bits)
    kernel.clearAll(beside, hidden)
  }
  if (hidden.length === 0) return from
  scratch.set(from.bits)
  kernel.clearAll(scratch, hidden)
  return { bits: scratch, total: kernel.count(scratch), milestones: milestonesUnder(state, from) }
}

function filteredBits(state: State, filter: WorkFilter, viewer: Viewer): PassedBits {
  const { base, delta, findEntities } = state
  const { kernel, scratch, beside, generation } = base
  const { from, once } = startOf(state, filter, viewer)
  scratch.set(from.bits)
  if (delta.hidden.size > 0) kernel.clearAll(scratch, Uint32Array.from(delta.hidden))
  base.narrow(scratch, filter)
  if (filter.search) base.search.narrow(scratch, filter.search, findKnown(findEntities, viewer))
  beside.fill(0)
  if (once) kernel.keepFirst(scratch, generation.editionOrders[once], beside)
  return { bits: scratch, total: kernel.count(scratch) }
}

/** What passed: as bits, of which `total` are set, or where few did as ascending ordinals. */
export type Passed = PassedBits | PassedFew

export interface PassedBits {
  readonly bits: Uint32Array
  readonly total: number
  /** Where the bits stay as they are and are asked again and again. */
  readonly milestones?: Milestones
}

export interface PassedFew {
  readonly few: Uint32Array
  readonly total: number
}

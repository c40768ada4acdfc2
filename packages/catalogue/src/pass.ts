/** What passes a filter under a viewer's policy: of the base as bits or a short list, of the delta as rows. */
import type { State } from './base.ts'
import { passing } from './delta.ts'
import { fewShare, findFew } from './few.ts'
import { milestonesUnder } from './hidden-milestones.ts'
import { matchesTerms } from './match-text.ts'
import type { Passed, PassedBits } from './page.ts'
import { allAges, type Viewer, type WorkFilter } from './query.ts'
import type { WorkRow } from './row.ts'

export interface AllPassed<P extends Passed = Passed> {
  readonly passed: P
  readonly rows: readonly WorkRow[]
}

export const totalOf = ({ passed, rows }: AllPassed): number => passed.total + rows.length

/** A short list where some condition leaves few. */
export function passOf(state: State, filter: WorkFilter, viewer: Viewer): AllPassed {
  const { base, delta } = state
  const few = findFew(base.generation, filter, {
    from: startOf(state, filter, viewer).bits,
    hidden: delta.hidden,
    most: base.columns.count / fewShare,
  })
  if (!few) return passBits(state, filter, viewer)
  return { passed: { few, total: few.length }, rows: passedRows(state, filter, viewer) }
}

/** Always as bits; they hold until the next question. Without a filter they are the mask itself. */
export function passBits(state: State, filter: WorkFilter, viewer: Viewer): AllPassed<PassedBits> {
  const { base, delta, findEntities } = state
  const { kernel, scratch } = base
  const start = startOf(state, filter, viewer)
  const rows = passedRows(state, filter, viewer)
  if (delta.hidden.size === 0 && isOpen(filter)) return { passed: start, rows }
  scratch.set(start.bits)
  if (delta.hidden.size > 0) kernel.clearAll(scratch, Uint32Array.from(delta.hidden))
  if (isOpen(filter)) {
    const bits = { bits: scratch, total: kernel.count(scratch), milestones: milestonesUnder(state, start) }
    return { passed: bits, rows }
  }
  base.narrow(scratch, filter)
  if (filter.search) base.search.narrow(scratch, filter.search, findEntities)
  return { passed: { bits: scratch, total: kernel.count(scratch) }, rows }
}

function startOf({ base }: State, filter: WorkFilter, viewer: Viewer) {
  const mask = base.masks(viewer)
  return filter.editions === 'all' ? mask.visible : mask.representative
}

function passedRows({ delta, findEntities }: State, filter: WorkFilter, viewer: Viewer): WorkRow[] {
  const rows = passing(delta, filter, viewer)
  const { search } = filter
  return search ? rows.filter((row) => matchesTerms(row, search, findEntities)) : rows
}

/** Whether everything passes that the viewer may see. */
export const isOpen = (filter: WorkFilter) =>
  filter.ages === allAges &&
  filter.languages === 0 &&
  filter.year === undefined &&
  filter.inLibrary === undefined &&
  filter.hasLyrics === undefined &&
  filter.search === undefined &&
  filter.ranges.length + filter.included.length + filter.excluded.length + filter.excludedWorks.length === 0

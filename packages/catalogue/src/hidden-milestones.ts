/** The milestones of a mask, less the works of it that no longer count: those are few, and told by their ranks. */
import type { State } from './base.ts'
import { has } from './bits.ts'
import type { Delta } from './delta.ts'
import type { MaskBits, Milestones } from './milestones.ts'
import type { Orders } from './orders.ts'

/** The same for the same mask and delta, so that what is kept beside it holds as long. */
export function milestonesUnder({ base, delta }: State, { bits, milestones }: MaskBits): Milestones {
  const known = kept.get(delta) ?? new WeakMap<Milestones, Milestones>()
  kept.set(delta, known)
  const gone = () => [...delta.hidden].filter((ordinal) => has(bits, ordinal))
  const found = known.get(milestones) ?? milestonesLess(milestones, gone(), base.generation.orders)
  known.set(milestones, found)
  return found
}

const kept = new WeakMap<Delta, WeakMap<Milestones, Milestones>>()

/** `gone` are ordinals that the milestones count. */
export const milestonesLess = (whole: Milestones, gone: readonly number[], orders: Orders): Milestones => ({
  before: (sort, order, offset) => {
    const { from, skip } = whole.before(sort, order, offset)
    const { ranks } = orders[sort]
    // Those before the milestone were counted there, and stand before no work any more.
    return { from, skip: skip + gone.filter((ordinal) => ranks[ordinal]! < from).length }
  },
})

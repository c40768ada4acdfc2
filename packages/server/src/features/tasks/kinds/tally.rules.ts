/** Combines the outcomes of a work over all phases of a task, so that the summary counts it once. */
import type { TaskOutcome } from '@koedana/contract/tasks.ts'
import type { Counts, ReportedItem } from '../run/job.ts'

/** Outcomes that describe the change, strongest first. */
const effects = ['removed', 'trashed', 'planned', 'missing', 'added', 'updated', 'unchanged'] as const
/** Outcomes that describe a problem, worst first. */
const troubles = ['failed', 'notFound', 'skipped'] as const

export interface Tally {
  readonly effect: TaskOutcome | null
  readonly trouble: TaskOutcome | null
}

export const emptyTally: Tally = { effect: null, trouble: null }

export const addOutcome = ({ effect, trouble }: Tally, outcome: TaskOutcome): Tally => ({
  effect: firstOf(effects, [effect, outcome]),
  trouble: firstOf(troubles, [trouble, outcome]),
})

/** Returns the changes of the summary counts, positive or negative. */
export function countsBetween(before: Tally, after: Tally): Counts {
  const counts: Record<string, number> = {}
  if (before.effect !== after.effect) move(counts, before.effect, after.effect)
  if (before.trouble !== after.trouble) move(counts, before.trouble, after.trouble)
  return counts
}

export function summed(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {}
  for (const counts of all) {
    for (const [key, count] of Object.entries(counts)) sums[key] = (sums[key] ?? 0) + count
  }
  return sums
}

const firstOf = (order: readonly TaskOutcome[], given: readonly (TaskOutcome | null)[]) =>
  order.find((one) => given.includes(one)) ?? null

function move(counts: Record<string, number>, from: TaskOutcome | null, to: TaskOutcome | null): void {
  if (from) counts[from] = -1
  if (to) counts[to] = 1
}

export interface ItemReport {
  /** Each work is counted once, even if several steps report it. */
  readonly works: readonly ReportedItem[]
  /** Counts of all other items. */
  readonly others: Counts
  /** Reported items except those with a silent outcome. */
  readonly reported: readonly ReportedItem[]
}

export function reportOf(items: readonly ReportedItem[], silent: readonly TaskOutcome[]): ItemReport {
  const works: ReportedItem[] = []
  const others: Record<string, number> = {}
  for (const item of items) {
    const { thing = 'works', outcome } = item
    if (thing === 'works') works.push(item)
    else others[`${thing}.${outcome}`] = (others[`${thing}.${outcome}`] ?? 0) + 1
  }
  return { works, others, reported: items.filter(({ outcome }) => !silent.includes(outcome)) }
}

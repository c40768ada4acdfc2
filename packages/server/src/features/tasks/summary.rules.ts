/** What became of the items of a task, counted. */
import { taskOutcomes, taskThings } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import type { Counts, Step } from './job.ts'

const Summary = v.record(v.string(), v.number())

export const readSummary = (text: string): Counts => v.parse(Summary, JSON.parse(text))

export interface Counted {
  readonly summary: Counts
  /** The number of failures among all things together. */
  readonly failed: number
  readonly skipped: number
}

/** The counts stand in the order of things and outcomes; what never happened is not named. */
export function counted(before: Counts, more: Counts): Counted {
  const summary: Record<string, number> = {}
  const totals = { failed: 0, skipped: 0 }
  for (const thing of taskThings) {
    for (const outcome of taskOutcomes) {
      const key = thing === 'works' ? outcome : `${thing}.${outcome}`
      const count = (before[key] ?? 0) + (more[key] ?? 0)
      if (count > 0) summary[key] = count
      if (outcome === 'failed' || outcome === 'skipped') totals[outcome] += count
    }
  }
  return { summary, ...totals }
}

/** A phase that has not said how much there is leaves the end unknown. */
export function totalAfter(
  before: { readonly phase: string | null; readonly total: number | null },
  { phase, total }: Step,
): number | null {
  if (total !== undefined) return total
  return phase === before.phase ? before.total : null
}

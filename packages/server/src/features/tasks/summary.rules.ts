/** What became of the items of a task, counted. */
import { type TaskOutcome, taskOutcomes } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import type { Step } from './job.ts'

export type Summary = Readonly<Record<string, number>>

const Counts = v.record(v.string(), v.number())

export const readSummary = (text: string): Summary => v.parse(Counts, JSON.parse(text))

export interface Counted {
  readonly summary: Summary
  /** The sum of all outcomes. */
  readonly done: number
  readonly failed: number
  readonly skipped: number
}

/** In the order of the outcomes; what never happened is not named. */
export function counted(before: Summary, more: Readonly<Partial<Record<TaskOutcome, number>>>): Counted {
  const summary: Record<string, number> = {}
  let done = 0
  for (const outcome of taskOutcomes) {
    const count = (before[outcome] ?? 0) + (more[outcome] ?? 0)
    if (count > 0) summary[outcome] = count
    done += count
  }
  return { summary, done, failed: summary.failed ?? 0, skipped: summary.skipped ?? 0 }
}

/** A phase that has not said how much there is leaves the end unknown. */
export function totalAfter(
  before: { readonly phase: string | null; readonly total: number | null },
  { phase, total }: Step,
): number | null {
  if (total !== undefined) return total
  return phase === before.phase ? before.total : null
}

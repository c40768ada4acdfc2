/** What became of items, as a step tells it. */
import type { TaskOutcome } from '@koedana/contract/tasks.ts'
import type { ReportedItem } from '../job.ts'

export interface Report {
  readonly outcomes: Readonly<Partial<Record<TaskOutcome, number>>>
  readonly items: readonly ReportedItem[]
}

/** All are counted; those with a silent outcome are not told of one by one. */
export function reportOf(
  items: readonly ReportedItem[],
  silent: readonly TaskOutcome[] = ['unchanged'],
): Report {
  const outcomes: Partial<Record<TaskOutcome, number>> = {}
  for (const { outcome } of items) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  return { outcomes, items: items.filter(({ outcome }) => !silent.includes(outcome)) }
}

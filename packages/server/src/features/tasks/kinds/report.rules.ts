/** What became of items, as a step tells it. */
import type { TaskOutcome } from '@koedana/contract/tasks.ts'
import type { Counts, ReportedItem } from '../job.ts'

export interface Report {
  /** Counted once each, however many steps tell of them. */
  readonly works: readonly ReportedItem[]
  /** What a summary counts of all else. */
  readonly others: Counts
  /** Without those with a silent outcome. */
  readonly told: readonly ReportedItem[]
}

export function reportOf(items: readonly ReportedItem[], silent: readonly TaskOutcome[]): Report {
  const works: ReportedItem[] = []
  const others: Record<string, number> = {}
  for (const item of items) {
    const { thing = 'works', outcome } = item
    if (thing === 'works') works.push(item)
    else others[`${thing}.${outcome}`] = (others[`${thing}.${outcome}`] ?? 0) + 1
  }
  return { works, others, told: items.filter(({ outcome }) => !silent.includes(outcome)) }
}

import { syncSources, type TaskOrder } from '@koedana/contract/tasks.ts'
import type { OrderKind } from '@koedana/contract/values.ts'

/** Returns what a kind does by default; cleaning only lists. */
export function usualOrder(kind: OrderKind): TaskOrder {
  if (kind === 'sync_works') return { kind, options: { sources: [...syncSources] } }
  if (kind === 'refresh_works') return { kind, options: { scope: 'due' } }
  if (kind === 'measure_sounds') return { kind }
  if (kind === 'make_backup') return { kind, options: { keepDays: 7, keepWeeks: 4 } }
  return { kind, options: { dryRun: true } }
}

/** A sync of nothing would do nothing. */
export const isWhole = (order: TaskOrder): boolean =>
  order.kind !== 'sync_works' || order.options?.sources?.length !== 0

/** An order of all sources names none: one that a later version adds is then ingested too. */
export function leanOrder(order: TaskOrder): TaskOrder {
  if (order.kind !== 'sync_works' || order.options?.sources?.length !== syncSources.length) return order
  return { kind: order.kind }
}

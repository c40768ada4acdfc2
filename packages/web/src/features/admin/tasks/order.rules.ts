import { syncSources, type TaskOrder } from '@koedana/contract/tasks.ts'
import type { OrderKind } from '@koedana/contract/values.ts'

/** Returns the default options of a task kind; cleaning is a dry run. */
export function defaultOrderOf(kind: OrderKind): TaskOrder {
  if (kind === 'sync_works') return { kind, options: { sources: [...syncSources] } }
  if (kind === 'refresh_works') return { kind, options: { scope: 'due' } }
  if (kind === 'measure_sounds') return { kind }
  if (kind === 'make_backup') return { kind, options: { keepDays: 7, keepWeeks: 4 } }
  return { kind, options: { dryRun: true } }
}

/** Returns false for a sync without any sources. */
export const isComplete = (order: TaskOrder): boolean =>
  order.kind !== 'sync_works' || order.options?.sources?.length !== 0

/** Omits the sources if all are selected, so that sources added by a later version are included. */
export function withoutDefaultSources(order: TaskOrder): TaskOrder {
  if (order.kind !== 'sync_works' || order.options?.sources?.length !== syncSources.length) return order
  return { kind: order.kind }
}

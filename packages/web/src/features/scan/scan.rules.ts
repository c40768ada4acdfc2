import type { Task } from '@koedana/contract/tasks.ts'

type ScanReport = Pick<Task, 'status' | 'phase' | 'endedAt'>

export const isAtWork = ({ endedAt }: Pick<Task, 'endedAt'>): boolean => endedAt === null

/** Returns whether the task waits or reads folders; later phases only process works that are known already. */
export const isScanning = (task: ScanReport): boolean =>
  isAtWork(task) && (task.phase === null || task.phase === 'storages')

/** Returns undefined if a user stopped the task. */
export function endOf(task: Pick<Task, 'status' | 'progress'>): 'whole' | 'trouble' | undefined {
  if (task.status === 'cancelled' || task.status === 'stopping') return undefined
  return task.status === 'failed' || task.progress.failed > 0 ? 'trouble' : 'whole'
}

/** Returns the result of a scan that explains an empty library; undefined if it found works that were removed since. */
export function endIfEmpty(task: Pick<Task, 'status' | 'progress' | 'summary' | 'endedAt'>) {
  if (isAtWork(task)) return undefined
  const end = endOf(task)
  return end === 'whole' && (task.summary.added ?? 0) > 0 ? undefined : end
}

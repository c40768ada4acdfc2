/** Reads what a task says of the folders it looks through. */
import type { Task } from '@koedana/contract/tasks.ts'

type ScanReport = Pick<Task, 'status' | 'phase' | 'endedAt'>

export const isAtWork = ({ endedAt }: Pick<Task, 'endedAt'>): boolean => endedAt === null

/**
 * Returns whether it waits for its turn or looks through the folders; what comes after that is about works that are known
 * by then.
 */
export const isScanning = (task: ScanReport): boolean =>
  isAtWork(task) && (task.phase === null || task.phase === 'storages')

/** Undefined: somebody stopped it, and knows. */
export function endOf(task: Pick<Task, 'status' | 'progress'>): 'whole' | 'trouble' | undefined {
  if (task.status === 'cancelled' || task.status === 'stopping') return undefined
  return task.status === 'failed' || task.progress.failed > 0 ? 'trouble' : 'whole'
}

/** Returns how a scan ended that explains an empty shelf; undefined if it found something that has left since. */
export function emptyEndOf(task: Pick<Task, 'status' | 'progress' | 'summary' | 'endedAt'>) {
  if (isAtWork(task)) return undefined
  const end = endOf(task)
  return end === 'whole' && (task.summary.added ?? 0) > 0 ? undefined : end
}

/** Work that nobody waits for lets those go first who are being served. */
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, and of those that it starts from then on. Only Linux knows it of a thread; elsewhere
 * the whole process would be slowed, and nothing happens.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lower(0, constants.priority.PRIORITY_BELOW_NORMAL)
}

/**
 * Lowers the priority of this process, if it has nobody to serve. Linux knows it of each thread alone: those that collect
 * garbage beside the first one run before any of our code.
 */
export function lowerProcessPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
  for (const thread of threads) lower(thread, constants.priority.PRIORITY_LOW)
}

/** A system may forbid it: the work is done at the usual priority then. */
function lower(thread: number, priority: number): void {
  try {
    setPriority(thread, priority)
  } catch {
    // Nobody is worse off than before.
  }
}

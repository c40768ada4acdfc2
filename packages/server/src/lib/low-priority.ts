/** Work that nobody waits for lets those go first who are being served. */
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, and of those that it starts from then on. Only Linux knows it of a thread; elsewhere
 * the whole process would be slowed, and nothing happens.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lower()
}

/** Lowers the priority of this process, where it has nobody to serve. */
export const lowerProcessPriority = (): void => lower()

/** A system may forbid it: the work is done at the usual priority then. */
function lower(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Nobody is worse off than before.
  }
}

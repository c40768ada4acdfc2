/** Work that nobody waits for lets those go first who are being served. */
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

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

/** Half-way to those who build the index: a collection that the first thread waits for must come before them. */
const enginePriority = 5

/**
 * Lowers the priority of the threads in which V8 marks garbage and compiles. There are four, however few the cores: at the usual
 * priority they take turns with the thread that serves, and it waits 10 ms and more for a core. Only Linux names them.
 */
export function lowerEngineThreads(): void {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task'))
    if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'V8Worker')
      lower(Number(thread), enginePriority)
}

/** A system may forbid it: the work is done at the usual priority then. */
function lower(thread: number, priority: number): void {
  try {
    setPriority(thread, Math.max(priority, getPriority(thread)))
  } catch {
    // Nobody is worse off than before.
  }
}

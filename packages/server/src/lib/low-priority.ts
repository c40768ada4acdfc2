/** Lowers the OS priority of background threads, so that threads that serve requests run first. */
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread and of the threads it starts later. Does nothing except on Linux: elsewhere only the
 * whole process could be slowed.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lowerPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
}

/**
 * Lowers the priority of this process, for processes that serve no requests. Linux keeps a priority per thread, and V8's garbage
 * collection threads already run when our code starts, so each thread is set.
 */
export function lowerProcessPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
  for (const thread of threads) lowerPriority(thread, constants.priority.PRIORITY_LOW)
}

/** Between normal and the index build threads: a collection that the main thread waits for must run before index builds. */
const enginePriority = 5

/**
 * Lowers the priority of V8's garbage collection and compiler threads (four, whatever the number of cores). At normal priority they
 * compete with the serving thread, which then waits 10 ms and more for a core. Only Linux names its threads.
 */
export function lowerEngineThreads(): void {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task'))
    if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'V8Worker')
      lowerPriority(Number(thread), enginePriority)
}

/** Some systems forbid it; the priority then stays as it is. */
function lowerPriority(thread: number, priority: number): void {
  try {
    setPriority(thread, Math.max(priority, getPriority(thread)))
  } catch {
    // The priority stays as it is.
  }
}

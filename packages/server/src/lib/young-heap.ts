/**
 * How much memory is given to what is short-lived. V8 divides a limit by three: two parts are spaces between which what is
 * still alive is moved, so that two thirds of it may stay resident.
 */
import { setFlagsFromString } from 'node:v8'

/** As much as the flags of a server give its own thread (`scripts/server-process.mjs`). */
export const usualYoungHeap = { maxYoungGenerationSizeMb: 24 } as const

/**
 * The heap of threads that go over very much, a little at a time: one that may grow takes hundreds of megabytes, and
 * more time to touch them.
 */
export const smallYoungHeap = { maxYoungGenerationSizeMb: 12 } as const

/** The heap of threads through which rows pass by the thousand, while another generation of the index is built. */
export const leastYoungHeap = { maxYoungGenerationSizeMb: 6 } as const

/**
 * Does the same for a process that does nothing else; before it has begun. What is held long may grow by a third before it is
 * collected: it would grow to four times as much, nearly all of it garbage.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
}

/**
 * Lets threads have the heaps that they are given: the flag of the command line overrides their limits. The thread that
 * calls has its own heap by then, and keeps it. A thread without a limit may grow further than it.
 */
export const letThreadsHaveTheirHeaps = (): void => setFlagsFromString('--max-semi-space-size=0')

/**
 * Lets V8 collect what is short-lived while it marks the rest, too. Otherwise that space grows beyond its size until all is
 * marked, and the pause at the end moves what is alive in it: up to 18 MB while an app copies the library.
 */
export const collectWhileMarking = (): void => setFlagsFromString('--no-separate-gc-phases')

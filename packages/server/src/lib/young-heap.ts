/** How much memory is given to what is short-lived. */
import { setFlagsFromString } from 'node:v8'

/**
 * The heap of threads that go over very much, a little at a time: one that may grow takes hundreds of megabytes, and
 * more time to touch them.
 */
export const smallYoungHeap = { maxYoungGenerationSizeMb: 12 } as const

/** Does the same for a process that does nothing else; before it has begun. */
export const keepYoungHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')

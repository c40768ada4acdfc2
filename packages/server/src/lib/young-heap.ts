/** How much memory is given to what is short-lived. */
import { setFlagsFromString } from 'node:v8'

/**
 * For threads that go over very much, a little at a time: a heap that may grow for it takes hundreds of megabytes, and more
 * time to touch them.
 */
export const smallYoungHeap = { maxYoungGenerationSizeMb: 12 } as const

/** The same for a process that does nothing else; before it has begun. */
export const keepYoungHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')

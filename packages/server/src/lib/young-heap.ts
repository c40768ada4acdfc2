/**
 * Limits of V8's young generation. V8 divides a limit by three: two parts are semi-spaces between which live objects are copied, so
 * two thirds of it may stay resident.
 */
import { setFlagsFromString } from 'node:v8'

/** Equals the main thread's limit in `scripts/server-process.mjs`. */
export const defaultYoungHeap = { maxYoungGenerationSizeMb: 24 } as const

/**
 * For threads that process much data in small pieces. A growing young generation would take hundreds of megabytes, and time to
 * touch them.
 */
export const smallYoungHeap = { maxYoungGenerationSizeMb: 12 } as const

/** For threads that stream thousands of rows while another index generation is built. */
export const minYoungHeap = { maxYoungGenerationSizeMb: 6 } as const

/**
 * Keeps the heap of a single-purpose process small. Call it first. The old generation may grow by a third before a collection; by
 * default it would grow fourfold, nearly all of it garbage.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
}

/**
 * Lets worker threads use their own young generation limits, which the command-line flag would override. The calling thread keeps
 * its heap. Threads without a limit may grow beyond the flag afterwards.
 */
export const allowThreadHeapLimits = (): void => setFlagsFromString('--max-semi-space-size=0')

/**
 * Lets V8 run scavenges during concurrent marking. Otherwise the young generation outgrows its limit until marking ends, and the
 * final pause moves up to 18 MB while an app copies the library.
 */
export const scavengeWhileMarking = (): void => setFlagsFromString('--no-separate-gc-phases')
